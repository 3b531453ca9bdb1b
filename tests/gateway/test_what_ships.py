"""What the service carries: the versions tested are the versions shipped, and a cold start does not load them."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_versions_tested_here_are_the_versions_the_service_ships() -> None:
    lines = (ROOT / "functions/codekurukshetra/requirements.txt").read_text().splitlines()
    pins = dict(line.split("==") for line in lines if "==" in line)
    assert pins.keys() >= {"razorpay", "cryptography"}
    assert pins == {name: version(name) for name in pins}


def test_importing_the_gateway_and_checking_a_signature_loads_no_http_client() -> None:
    program = (
        "import sys, functions.codekurukshetra.gateway as gateway\n"
        "gateway.Gateway('https://api.razorpay.com', 'id', 'secret')\n"
        "try: gateway.verify_webhook(b'', '', ['secret'])\n"
        "except gateway.SignatureInvalid: pass\n"
        "print([name for name in ('razorpay', 'requests', 'urllib3', 'boto3') if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert answer.stdout.strip() == "[]"
