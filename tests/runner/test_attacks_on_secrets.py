"""Untrusted code that goes after what the runner knows: its environment, its memory, the expected outputs."""

import json
import os
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from tests.runner.runs import AS_IN_LAMBDA, run, run_all

ROOT = Path(__file__).parents[2]

ANCESTORS = """
import os, re

def ancestors():
    pid = os.getppid()
    while pid and os.path.exists(f'/proc/{pid}/stat'):
        yield pid
        pid = int(open(f'/proc/{pid}/stat').read().rpartition(')')[2].split()[1])

def attempt(what, steal):
    try:
        print(what, steal())
    except OSError:
        pass

the_runner_and_its_supervisor = list(ancestors())[:2]
"""

READ_ENVIRONMENTS = f"""{ANCESTORS}
for pid in the_runner_and_its_supervisor:
    attempt('environment', lambda: open(f'/proc/{{pid}}/environ').read())
try:
    print('as it began', open('/proc/self/environ').read())
except OSError:
    print('as it began', '')
print('own', dict(os.environ))
"""

READ_MEMORIES = f"""{ANCESTORS}
import gc
wanted = re.compile(rb'EXPECTED' + rb'-[0-9a-f]{{32}}')

def search(pid):
    memory, found = open(f'/proc/{{pid}}/mem', 'rb', 0), []
    for line in open(f'/proc/{{pid}}/maps'):
        start, end = (int(part, 16) for part in line.split()[0].split('-'))
        try:
            memory.seek(start)
            found += wanted.findall(memory.read(end - start))
        except (OSError, ValueError, OverflowError):
            pass
    return found

for pid in the_runner_and_its_supervisor:
    attempt('memory', lambda: search(pid))
try:
    print('own', search('self'))
except OSError:
    print('own', [o for o in gc.get_objects() if wanted.search(repr(o).encode(errors='replace'))])
"""

READ_DESCRIPTORS = f"""{ANCESTORS}
for pid in the_runner_and_its_supervisor:
    attempt('files', lambda: os.listdir(f'/proc/{{pid}}/root'))
    attempt('directory', lambda: os.listdir(f'/proc/{{pid}}/cwd'))
    for number in range(20):
        attempt('name', lambda: os.readlink(f'/proc/{{pid}}/fd/{{number}}'))
        attempt('descriptor', lambda: os.open(f'/proc/{{pid}}/fd/{{number}}', os.O_RDONLY))

def is_open(number):
    try:
        return bool(os.fstat(number))
    except OSError:
        return False

print('own', [number for number in range(1000) if is_open(number)])
"""

TRACE = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
local = ctypes.create_string_buffer(8)
vector = (ctypes.c_void_p * 2)(ctypes.addressof(local), 8)
attach, seize = 16, 0x4206
print([
    call(*arguments)
    for pid in (os.getppid(), 1)
    for call, *arguments in (
        (libc.ptrace, attach, pid, None, None),
        (libc.ptrace, seize, pid, None, None),
        (libc.process_vm_readv, pid, vector, 1, vector, 1, 0),
        (libc.process_vm_writev, pid, vector, 1, vector, 1, 0),
    )
])
"""


def test_the_environment_of_a_program_is_empty(language: str, platform: frozenset[str]) -> None:
    code = {"python": "import os\nprint(len(os.environ))", "javascript": "console.log(Object.keys(process.env).length)"}
    assert run(code[language], expected="0", language=language, without=platform)["verdict"] == "accepted"


def test_the_runners_environment_cannot_be_read(platform: frozenset[str]) -> None:
    assert run(READ_ENVIRONMENTS, without=platform)["output"] == "as it began \nown {}\n"


def test_expected_outputs_are_in_no_memory_within_reach(platform: frozenset[str]) -> None:
    secret = f"EXPECTED-{uuid4().hex}"
    result = run(READ_MEMORIES, secret[:8], secret, without=platform, limits={"cpu_seconds": 20, "wall_seconds": 60})
    assert result["output"] == "own []\n"


def test_expected_outputs_of_other_cases_are_in_no_memory_within_reach(platform: frozenset[str]) -> None:
    limits = {"cpu_seconds": 20, "wall_seconds": 60}
    cases = [{"input": "", "expected": f"EXPECTED-{uuid4().hex}"} for _ in range(3)]
    answer = run_all(READ_MEMORIES, cases, without=platform, limits=limits)
    assert [case["output"] for case in answer["cases"]] == ["own []\n"] * 3


def test_no_descriptor_is_inherited_and_none_can_be_borrowed(platform: frozenset[str]) -> None:
    assert run(READ_DESCRIPTORS, without=platform)["output"] == "own [0, 1, 2]\n"


def test_the_runner_cannot_be_traced(platform: frozenset[str]) -> None:
    result = run(TRACE, without=platform)
    assert result["output"] == f"{[-1] * 8}\n"


AS_A_FUNCTION = """
import json, os, sys
from functions.algoitny_runner.handler import handler
event = json.load(sys.stdin)
answer = handler(event, None)
environment = open('/proc/self/environ').read() if os.getuid() == 0 else ''
json.dump({'answer': answer, 'environment': environment + repr(dict(os.environ))}, sys.stdout)
"""

LOOK_EVERYWHERE = f"""{ANCESTORS}
wanted = re.compile('CREDENTIAL' + '-[0-9a-f]{{32}}')
places = ['/proc/self/environ', *(f'/proc/{{pid}}/environ' for pid in ancestors())]
for place in places[:3]:
    attempt('', lambda: wanted.findall(open(place).read()))
for pid in the_runner_and_its_supervisor:
    attempt('', lambda: wanted.findall(open(f'/proc/{{pid}}/cmdline').read()))
print('', wanted.findall(repr(dict(os.environ))))
"""


@pytest.mark.parametrize("code", [LOOK_EVERYWHERE, READ_ENVIRONMENTS])
def test_a_functions_credentials_are_gone_before_any_code_runs(code: str) -> None:
    """As deployed: the platform hands the function its credentials in the environment."""
    secret = f"CREDENTIAL-{uuid4().hex}"
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "AWS_LAMBDA_FUNCTION_NAME": "runner",
        "AWS_ACCESS_KEY_ID": secret,
        "AWS_SECRET_ACCESS_KEY": secret,
        "AWS_SESSION_TOKEN": secret,
        "AWS_REGION": "eu-central-1",
    }
    event = {"language": "python", "code": code, "cases": [{"input": ""}]}
    function = subprocess.run(
        [sys.executable, "-c", AS_A_FUNCTION],
        input=json.dumps(event),
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert secret not in function.stdout
    said = json.loads(function.stdout)
    assert said["answer"]["verdict"] == "accepted", said
    assert "eu-central-1" in said["environment"]


def test_a_program_finds_no_credentials_where_only_the_filter_stands() -> None:
    assert run(LOOK_EVERYWHERE, without=AS_IN_LAMBDA)["output"].replace("[]", "").split() == []
