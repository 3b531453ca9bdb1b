"""Lists, statistics, export, check-in and the audit trail: for organisers, and every look recorded."""

import csv
import io

import pytest

from tests.api.codekurukshetra.desk import OPERATOR, Desk, login, member, person
from tests.api.harness import App

ADMINISTRATIVE = {
    "list_teams": {"track": "ai-ml"},
    "list_participants": {"college": "Example University"},
    "list_payments": {"status": "paid"},
    "show_statistics": {},
    "export_registrations": {},
    "show_audit": {"subject": "teams"},
}


def audited(desk: Desk, subject: str) -> list[tuple[str, str]]:
    answer = desk.app.call("show_audit", caller=OPERATOR, query={"subject": subject})
    assert answer.status == 200
    return [(entry["action"], entry["actor"]) for entry in answer.body["items"]]


@pytest.mark.parametrize("use_case", ADMINISTRATIVE)
def test_administration_is_for_organisers(desk: Desk, use_case: str) -> None:
    desk.team()
    rows = desk.app.rows()
    answer = desk.app.call(use_case, caller=login("asha"), query=ADMINISTRATIVE[use_case])
    assert (answer.status, answer.code) == (403, "forbidden")
    assert desk.app.rows() == rows


def test_teams_are_listed_by_status_or_track_page_by_page(desk: Desk) -> None:
    paid, _ = desk.paid("asha", "ravi")
    others = [desk.team(f"leader{n}", f"member{n}", track="blockchain") for n in range(3)]
    found = desk.app.call("list_teams", caller=OPERATOR, query={"payment_status": "paid"})
    assert [team["team_id"] for team in found.body["items"]] == [paid]
    listed: list[str] = []
    cursor = None
    for _ in range(2):
        query = {"track": "blockchain", "limit": "2"} | ({"cursor": cursor} if cursor else {})
        page = desk.app.call("list_teams", caller=OPERATOR, query=query).body
        listed, cursor = listed + [team["team_id"] for team in page["items"]], page["next_cursor"]
    assert (sorted(listed), cursor) == (sorted(others), None)
    assert [action for action, _ in audited(desk, "teams")] == ["list_teams"] * 3


@pytest.mark.parametrize("query", [{}, {"payment_status": "paid", "track": "ai-ml"}])
def test_a_list_is_by_exactly_one_thing(desk: Desk, query: dict[str, str]) -> None:
    answer = desk.app.call("list_teams", caller=OPERATOR, query=query)
    assert (answer.status, answer.code) == (400, "invalid_request")


def test_a_status_that_moves_moves_its_list(desk: Desk) -> None:
    team_id, _ = desk.ordered()

    def listed(status: str) -> list[str]:
        found = desk.app.call("list_teams", caller=OPERATOR, query={"payment_status": status}).body["items"]
        return [team["team_id"] for team in found]

    assert (listed("pending"), listed("paid")) == ([team_id], [])
    desk.gateway.pay(str(desk.of_type("payment")[0]["razorpay_order_id"]["S"]))
    desk.deliver(desk.gateway.events[-3:])
    assert (listed("pending"), listed("paid")) == ([], [team_id])


def test_participants_of_a_college_are_listed_however_it_is_spelled_and_each_look_is_recorded(desk: Desk) -> None:
    desk.register("asha", members=[member("ravi", college="Other College")])
    answer = desk.app.call("list_participants", caller=OPERATOR, query={"college": "EXAMPLE university"})
    (found,) = answer.body["items"]
    assert (found["email"], found["first_name"]) == ("asha@people.example", "Asha")
    assert ("list_participants", "subject-operator") in audited(desk, found["participant_id"])
    assert ("list_participants", "subject-operator") in audited(desk, "participants")


def test_payments_are_listed_by_team_status_or_day(desk: Desk) -> None:
    team_id, order_id = desk.paid("asha", "ravi")
    desk.ordered("meera", "bela")
    day = desk.app.moment.date().isoformat()
    for query, count in (
        ({"team": team_id}, 1),
        ({"status": "paid"}, 1),
        ({"status": "pending"}, 1),
        ({"date": day}, 2),
    ):
        found = desk.app.call("list_payments", caller=OPERATOR, query=query).body["items"]
        assert len(found) == count
        assert order_id in {payment["order_id"] for payment in found} or query == {"status": "pending"}


def rows_of(desk: Desk, **query: str) -> list[dict[str, str]]:
    answer = desk.app.call("export_registrations", caller=OPERATOR, query=query)
    assert answer.headers["content-type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(answer.text)))


def test_the_export_is_masked_unless_asked_otherwise_and_both_are_recorded(desk: Desk) -> None:
    desk.paid("asha", "ravi")
    desk.team("meera", "bela")
    masked = desk.app.call("export_registrations", caller=OPERATOR)
    for word in ("Asha", "asha@", "Ravi", "98765", "linkedin"):
        assert word not in masked.text.replace("linkedin,registered_at", "")
    desk.app.pass_time(seconds=1)
    whole = rows_of(desk, masked="false")
    assert {row["email"] for row in whole} == {f"{name}@people.example" for name in ("asha", "ravi", "meera", "bela")}
    assert {row["payment_status"] for row in whole} == {"paid", "created"}
    assert all(row["phone"].startswith("'+") for row in whole)
    assert [action for action, _ in audited(desk, "export")] == ["export_whole", "export_masked"]
    assert ("export_whole", "subject-operator") in audited(desk, whole[0]["participant_id"])


def test_a_name_that_begins_like_a_formula_is_exported_as_text(desk: Desk) -> None:
    body = {"name": "T", "track": "ai-ml", "leader": person("asha", first_name="=HYPERLINK(1)")}
    assert desk.app.call("register_team", caller=login("asha"), body=body).status == 201
    assert "'=HYPERLINK(1)" in {row["first_name"] for row in rows_of(desk, masked="false")}


def checked_in(desk: Desk, code: str, point: str = "entrance") -> tuple[int, str]:
    answer = desk.app.call("check_in", caller=OPERATOR, body={"code": code, "point": point})
    return answer.status, "" if answer.status == 201 else answer.code


def test_a_pass_opens_each_point_once_and_only_after_paying(codekurukshetra: App) -> None:
    desk = Desk(codekurukshetra).open(checkin_points=["entrance", "lunch"])
    desk.paid("asha", "ravi")
    code = desk.app.call("show_me", caller=login("ravi")).body["pass_code"]
    assert checked_in(desk, code) == (201, "")
    assert checked_in(desk, code.lower()) == (409, "already_checked_in")
    assert checked_in(desk, code, "lunch") == (201, "")
    assert checked_in(desk, code, "roof")[0] == 400
    assert checked_in(desk, code[:-1] + ("A" if code[-1] != "A" else "B")) == (400, "bad_pass")
    by_participant = desk.app.call("check_in", caller=login("ravi"), body={"code": code, "point": "lunch"})
    assert by_participant.code == "forbidden"
    assert len(desk.of_type("checkin")) == 2


def test_a_pass_of_a_team_that_was_refunded_opens_nothing(desk: Desk) -> None:
    team_id, _ = desk.paid("asha", "ravi")
    code = desk.app.call("show_me", caller=login("asha")).body["pass_code"]
    desk.refund(team_id)
    assert checked_in(desk, code) == (403, "unpaid")
    assert desk.app.call("show_me", caller=login("asha")).body["pass_code"] is None


def test_every_access_to_somebodys_data_is_in_the_trail(desk: Desk) -> None:
    team_id = desk.team("asha", "ravi")
    ravi = desk.app.call("show_me", caller=login("ravi")).body["participant_id"]
    asha = desk.app.call("show_me", caller=login("asha")).body["participant_id"]
    desk.app.call("show_team", caller=login("asha"), path={"team_id": team_id})
    desk.app.call("show_team", caller=OPERATOR, path={"team_id": team_id})
    desk.app.call("edit_participant", caller=login("asha"), path={"participant_id": ravi}, body={"year": "9"})
    trail = audited(desk, ravi)
    assert sorted(trail) == sorted(
        [
            ("show_me", ravi),
            ("show_team", asha),
            ("show_team", "subject-operator"),
            ("edit", asha),
            ("show_edited", asha),
        ]
    )
    assert ("register", asha) in audited(desk, team_id)
    assert ("show_audit", "subject-operator") in audited(desk, "audit")
