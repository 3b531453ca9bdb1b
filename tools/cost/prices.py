"""What Amazon charges in us-east-1, on demand, without free tiers. DynamoDB halved its requests in November 2024."""

from dataclasses import dataclass, replace

MILLION = 1_000_000


@dataclass(frozen=True)
class Prices:
    """Dollars; each name says for what."""

    since: str
    read_units_million: float
    write_units_million: float
    table_gb_month: float = 0.25
    recovery_gb_month: float = 0.20
    """Point-in-time recovery, of the table and its local size."""
    lambda_million: float = 0.20
    lambda_gb_second: float = 0.0000133334
    """arm64."""
    gateway_million: float = 1.00
    gateway_million_beyond: float = 0.90
    gateway_first: int = 300 * MILLION
    """HTTP API requests a month at the first price."""
    s3_million: float = 5.00
    """As if all were writes; reads cost a twelfth."""
    sqs_million: float = 0.40
    kms_million: float = 3.00
    secretsmanager_million: float = 5.00
    log_gb: float = 0.50

    def requests(self, service: str, count: float) -> float:
        by_service = {
            "s3": self.s3_million,
            "sqs": self.sqs_million,
            "kms": self.kms_million,
            "secretsmanager": self.secretsmanager_million,
        }
        return by_service[service] * count / MILLION

    def gateway(self, count: float) -> float:
        first = min(count, self.gateway_first)
        return (first * self.gateway_million + (count - first) * self.gateway_million_beyond) / MILLION

    def units(self, reads: float, writes: float) -> float:
        return (reads * self.read_units_million + writes * self.write_units_million) / MILLION


NOW = Prices("November 2024", read_units_million=0.125, write_units_million=0.625)
BEFORE = replace(NOW, since="the beginning", read_units_million=0.25, write_units_million=1.25)
SHEETS = {"2026": NOW, "2024": BEFORE}
