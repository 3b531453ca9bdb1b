"""What CodeKurukshetra's samples need beside their rows: secrets that fit, a gateway that knows their orders, keys."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from functions.codekurukshetra.entities.vault import SubjectKey
from tools.gateway.simulator import GatewaySimulator
from tools.gateway.webhooks import Road
from tools.generate.samples import codekurukshetra as samples

if TYPE_CHECKING:
    from mypy_boto3_kms import KMSClient

SECRETS = {
    "index": samples.INDEX_SECRET,
    "codes": samples.CODES_SECRET,
    "gateway": json.dumps(samples.GATEWAY_SECRET),
}
PEOPLE = (samples.ANNS, samples.BOBS, samples.CARLS, samples.DANS, samples.FLOS)


@contextmanager
def sampled_gateway() -> Iterator[GatewaySimulator]:
    """Both orders of the samples are paid there; no webhook tells of it before it is told to."""
    issued: dict[str, Any] = dict(samples.GATEWAY_SECRET)
    with GatewaySimulator(seed=samples.SEED, road=Road(hold=True), **issued) as simulator:
        for team_id, order_id in ((samples.UNPAID_TEAM, samples.ORDER), (samples.PAID_TEAM, samples.PAID_ORDER)):
            wish = {"amount": samples.FEE, "currency": samples.CURRENCY, "receipt": team_id}
            made = simulator.ledger.create_order(wish)
            if made["id"] != order_id:
                raise LookupError("the simulator makes other ids than the samples name")
            simulator.pay(order_id)
        yield simulator


def sampled_keys(kms: "KMSClient", key_id: str, now: datetime) -> Iterator[SubjectKey]:
    """A data key for everybody in the samples, wrapped by a key of this machine."""
    for person in PEOPLE:
        made = kms.generate_data_key(KeyId=key_id, KeySpec="AES_256", EncryptionContext={"subject": person})
        until = now + timedelta(days=100_000)
        yield SubjectKey(subject=person, wrapped=made["CiphertextBlob"], created_at=now, expires_at=until)
