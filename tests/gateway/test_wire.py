"""The simulator as any HTTP client sees it: Razorpay's shapes and refusals, and the control of what lies beside."""

import base64
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from functions.codekurukshetra.gateway import Gateway, GatewayOrder
from tests.gateway.conftest import FEE, Call, Endpoint
from tools.gateway.simulator import GatewaySimulator

ROOT = Path(__file__).parents[2]


@pytest.fixture
def basic(simulator: GatewaySimulator) -> dict[str, str]:
    credentials = f"{simulator.key_id}:{simulator.key_secret}".encode()
    return {"Authorization": "Basic " + base64.b64encode(credentials).decode()}


def test_an_order_has_razorpays_fields(call: Call, basic: dict[str, str]) -> None:
    status, order = call("POST", "/v1/orders", {"amount": FEE, "currency": "INR"}, **basic)
    assert status == 200
    assert order.pop("id").startswith("order_")
    assert order.pop("created_at") > 0
    assert order == {
        "entity": "order",
        "amount": FEE,
        "amount_paid": 0,
        "amount_due": FEE,
        "currency": "INR",
        "receipt": None,
        "offer_id": None,
        "status": "created",
        "attempts": 0,
        "notes": [],
    }


def test_without_unique_receipt_the_same_receipt_makes_two_orders_and_both_are_listed(
    call: Call, basic: dict[str, str]
) -> None:
    wish = {"amount": FEE, "currency": "INR", "receipt": "01TEAM"}
    made = [call("POST", "/v1/orders", wish, **basic)[1]["id"] for _ in range(2)]
    call("POST", "/v1/orders", {**wish, "receipt": "02TEAM"}, **basic)
    _, listed = call("GET", "/v1/orders?receipt=01TEAM", **basic)
    assert (listed["entity"], listed["count"]) == ("collection", 2)
    assert [order["id"] for order in listed["items"]] == made[::-1]
    _, page = call("GET", "/v1/orders?count=1&skip=1", **basic)
    assert [order["id"] for order in page["items"]] == made[1:]


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"currency": "INR"}, "amount"),
        ({"amount": "999", "currency": "INR"}, "amount"),
        ({"amount": 999.5, "currency": "INR"}, "amount"),
        ({"amount": True, "currency": "INR"}, "amount"),
        ({"amount": FEE}, "currency"),
        ({"amount": FEE, "currency": "INR", "receipt": 7}, "receipt"),
        ({"amount": FEE, "currency": "INR", "notes": "text"}, "notes"),
        ({"amount": FEE, "currency": "INR", "notes": {str(n): "" for n in range(16)}}, "notes"),
        ({"amount": FEE, "currency": "INR", "notes": {"key": "x" * 257}}, "notes"),
    ],
)
def test_an_invalid_order_is_refused_with_razorpays_error(
    call: Call, basic: dict[str, str], wish: dict[str, Any], field: str
) -> None:
    status, answer = call("POST", "/v1/orders", wish, **basic)
    assert status == 400
    error = answer["error"]
    assert (error["code"], error["field"]) == ("BAD_REQUEST_ERROR", field)
    assert (error["source"], error["reason"]) == ("business", "input_validation_failed")
    assert error["description"]


def test_a_field_that_razorpay_does_not_know_is_refused(call: Call, basic: dict[str, str]) -> None:
    _, answer = call("POST", "/v1/orders", {"amount": FEE, "currency": "INR", "colour": "red"}, **basic)
    assert answer["error"]["reason"] == "extra_field_sent"
    assert "colour" in answer["error"]["description"]


@pytest.mark.parametrize("authorization", ["", "Basic", "Basic Ojo=", "Bearer x"])
def test_nothing_is_answered_without_the_key(call: Call, authorization: str) -> None:
    status, answer = call("GET", "/v1/orders", Authorization=authorization)
    assert (status, answer["error"]["description"]) == (401, "Authentication failed")


@pytest.mark.parametrize(("method", "path"), [("GET", "/v1/nothing"), ("PUT", "/v1/orders"), ("GET", "/v2/orders")])
def test_an_unknown_address_is_refused(call: Call, basic: dict[str, str], method: str, path: str) -> None:
    status, answer = call(method, path, {} if method == "PUT" else None, **basic)
    assert (status, answer["error"]["description"]) == (400, "The requested URL was not found on the server.")


@pytest.mark.parametrize("body", [b"{", b"[]", b"\xff"])
def test_a_body_that_is_no_object_is_refused(call: Call, basic: dict[str, str], body: bytes) -> None:
    status, answer = call("POST", "/v1/orders", body, **basic)
    assert (status, answer["error"]["code"]) == (400, "BAD_REQUEST_ERROR")


def test_a_customer_pays_over_http(call: Call, simulator: GatewaySimulator, order: GatewayOrder) -> None:
    status, checkout = call("POST", f"/simulator/orders/{order.id}/pay", {"method": "card"})
    assert status == 200
    assert checkout["razorpay_order_id"] == order.id
    assert checkout["razorpay_signature"] == simulator.sign_checkout(order.id, checkout["razorpay_payment_id"])


def test_a_customer_fails_over_http_and_pays_after_all(call: Call, gateway: Gateway, order: GatewayOrder) -> None:
    status, answer = call("POST", f"/simulator/orders/{order.id}/pay", {"outcome": "failed"})
    assert (status, answer["error"]["reason"]) == (400, "payment_failed")
    payment_id = answer["error"]["metadata"]["payment_id"]
    assert gateway.fetch_payment(payment_id).status == "failed"
    call("POST", f"/simulator/payments/{payment_id}/pay-again", {})
    assert gateway.fetch_payment(payment_id).status == "captured"


def test_webhooks_are_set_listed_and_flushed_over_http(call: Call, order: GatewayOrder, endpoint: Endpoint) -> None:
    _, state = call("PUT", "/simulator/webhooks", {"url": endpoint.url, "duplicate": 1.0})
    assert (state["url"], state["road"]["duplicate"], state["road"]["hold"]) == (endpoint.url, 1.0, True)
    call("POST", f"/simulator/orders/{order.id}/pay", {"outcome": "failed"})
    _, flushed = call("POST", "/simulator/webhooks/flush", {})
    assert [attempt["status"] for attempt in flushed["attempts"]] == [200, 200]
    call("POST", "/simulator/webhooks/flush", {"order": [0]})
    _, state = call("GET", "/simulator/webhooks")
    assert [event["event"] for event in state["events"]] == ["payment.failed"]
    assert len(state["attempts"]) == 3


def test_failures_are_ordered_over_http(call: Call, basic: dict[str, str]) -> None:
    call("POST", "/simulator/faults", {"method": "GET", "path": "/v1/orders", "status": 503})
    assert call("GET", "/v1/orders", **basic)[0] == 503
    assert call("GET", "/v1/orders", **basic)[0] == 200


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/simulator/webhooks", {"colour": "red"}),
        ("POST", "/simulator/webhooks/flush", {"order": ["no.such.event"]}),
        ("POST", "/simulator/faults", {}),
        ("POST", "/simulator/orders/order_none/pay", {}),
        ("POST", "/simulator/refunds/rfnd_none/settle", {"status": "processed"}),
    ],
)
def test_a_misused_control_says_so(call: Call, method: str, path: str, body: dict[str, Any]) -> None:
    status, answer = call(method, path, body)
    assert status == 400
    assert answer["error"]["description"]


def test_the_program_serves_until_it_is_told_to_stop() -> None:
    secrets = {"--key-id": "rzp_test_key", "--key-secret": "kept-quiet", "--webhook-secret": "kept-quiet-too"}
    command = [sys.executable, "-m", "tools.gateway", "--port", "0"] + [
        part for pair in secrets.items() for part in pair
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as program:
        assert program.stdout is not None
        address = program.stdout.readline().split()[-1]
        credentials = base64.b64encode(b"rzp_test_key:kept-quiet").decode()
        request = Request(f"{address}/v1/orders", headers={"Authorization": f"Basic {credentials}"})
        with urlopen(request, timeout=10) as answer:
            assert json.load(answer)["count"] == 0
        program.terminate()
        said, complained = program.communicate(timeout=10)
    assert (program.returncode, said, complained) == (0, "", "")
