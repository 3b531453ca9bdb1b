"""Importing the module loads neither OpenSSL nor the IDNA tables: functions without personal fields do not pay."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_importing_privacy_loads_no_heavy_module() -> None:
    program = (
        "import sys, functions.codekurukshetra.privacy as privacy\n"
        "privacy.normalise_email('asha@example.com')\n"
        "print([name for name in ('cryptography', 'idna', 'boto3', 'botocore') if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert answer.stdout.strip() == "[]"
