"""Untrusted code that wants to talk to somebody."""

import socket
from collections.abc import Iterator

import pytest

from tests.runner.runs import AS_IN_LAMBDA, run

CONNECT = """
import socket
port = int(input())
for family, address in ((socket.AF_INET, ('127.0.0.1', port)), (socket.AF_INET6, ('::1', port))):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        try:
            with socket.socket(family, kind) as line:
                line.settimeout(2)
                line.connect(address)
                line.send(b'secret')
                print('sent')
        except OSError:
            print('refused')
"""

CONNECT_FROM_NODE = """
const port = parseInt(require('fs').readFileSync(0));
const line = require('net').connect(port, '127.0.0.1', () => { console.log('connected'); process.exit() });
line.on('error', () => { console.log('refused'); process.exit() });
"""

OTHER_FAMILIES = """
import socket
for family in range(1, 46):
    try:
        socket.socket(family, socket.SOCK_RAW if family in (16, 17) else socket.SOCK_DGRAM)
        print('opened', family)
    except OSError:
        pass
"""

QUEUE_INTO_THE_KERNEL = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
print(libc.syscall(425, 8, ctypes.create_string_buffer(120)))
"""


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


def nobody_called(listener: socket.socket) -> bool:
    with pytest.raises(BlockingIOError):
        listener.accept()
    return True


@pytest.mark.parametrize(
    "without",
    [frozenset(), AS_IN_LAMBDA, frozenset({"seccomp", "landlock"})],
    ids=["every-guard", "as-in-lambda", "namespace-alone"],
)
def test_a_listener_on_the_same_machine_cannot_be_reached(listener: socket.socket, without: frozenset[str]) -> None:
    result = run(CONNECT, str(listener.getsockname()[1]), without=without)
    if not {"seccomp", "network_namespace"} & set(result["active"]):
        pytest.skip("this platform cannot cut the network")
    assert "seccomp" in result["active"] or "network_namespace" in result["active"]
    assert "sent" not in result["output"].split()[:1]
    assert nobody_called(listener)


def test_a_javascript_program_reaches_no_listener_either(
    listener: socket.socket, platform: frozenset[str], javascript: str
) -> None:
    result = run(CONNECT_FROM_NODE, str(listener.getsockname()[1]), language=javascript, without=platform)
    assert result["output"] == "refused\n"
    assert nobody_called(listener)


def test_no_family_of_sockets_can_be_opened(platform: frozenset[str]) -> None:
    assert run(OTHER_FAMILIES, without=platform)["output"] == ""


def test_the_kernels_queues_are_no_way_around_the_filter(platform: frozenset[str]) -> None:
    assert run(QUEUE_INTO_THE_KERNEL, without=platform)["output"] == "-1\n"


def test_a_pair_of_sockets_within_the_program_is_no_network(platform: frozenset[str]) -> None:
    code = "import socket\na, b = socket.socketpair()\na.send(b'hello')\nprint(b.recv(9).decode())"
    assert run(code, expected="hello", without=platform)["verdict"] == "accepted"
