"""Registering, editing, joining, leaving and deleting teams."""

import pytest

from tests.api.codekurukshetra.desk import OPERATOR, Desk, login, member, person
from tests.api.harness import App
from tools.events.http import claims


def test_a_registration_writes_team_people_locks_and_seat_in_one_transaction(desk: Desk) -> None:
    answer = desk.register("asha", "ravi", "meera")
    assert answer.status == 201, answer.text
    assert answer.body["payment_status"] == "created"
    assert (answer.body["member_count"], answer.body["registration_complete"]) == (3, True)
    kinds = sorted(row["entity_type"]["S"] for row in desk.app.rows())
    wanted = [
        "audit",
        "audit",
        "config",
        *["email_lock"] * 3,
        "hold",
        "name_lock",
        *["participant"] * 3,
        "seats",
        "team",
    ]
    assert kinds == sorted(wanted)
    assert desk.seats() == {"free": 499, "reserved": 1, "offered": 0, "waiting": 0}
    people = {row["participant_id"]["S"] for row in desk.of_type("participant")}
    assert people <= {row["subject"]["S"] for row in desk.app.vault_rows()}


def test_the_answer_and_what_is_kept_of_it_hold_nothing_personal(desk: Desk) -> None:
    answer = desk.register("asha", "ravi", key="once")
    for word in ("asha", "Asha", "ravi", "people.example", "98765"):
        assert word not in answer.text
        assert word not in str(desk.of_type("answered"))


def test_the_same_key_registers_once_and_another_body_under_it_is_refused(desk: Desk) -> None:
    first = desk.register("asha", "ravi", key="k1")
    rows = desk.app.rows()
    again = desk.register("asha", "ravi", key="k1")
    assert (again.status, again.headers["idempotency-replayed"]) == (201, "true")
    assert again.body == first.body
    other = desk.register("asha", "meera", key="k1")
    assert (other.status, other.code) == (422, "idempotency_key_reused")
    assert desk.app.rows() == rows


@pytest.mark.parametrize(
    "other", ["RAVI@people.example", "Ravi@PEOPLE.example", "ｒａｖｉ@people.example", " ravi@people.example "]
)
def test_an_address_is_in_one_team_however_it_is_written(desk: Desk, other: str) -> None:
    desk.team("asha", "ravi")
    rows = desk.app.rows()
    answer = desk.register("meera", members=[member("bela"), person("ravi", email=other)])
    assert (answer.status, answer.code, answer.paths) == (409, "email_taken", ["body.members[1].email"])
    assert desk.app.rows() == rows


def test_the_leaders_own_address_taken_names_the_leader(desk: Desk) -> None:
    desk.team("asha", "ravi")
    answer = desk.register("ravi", "bela")
    assert (answer.code, answer.paths) == ("email_taken", ["body.leader"])


def test_the_name_taken_names_the_name(desk: Desk) -> None:
    desk.team("asha", "ravi", name="Code Warriors")
    rows = desk.app.rows()
    answer = desk.register("meera", "bela", name="CODE  warriors!")
    assert (answer.status, answer.code, answer.paths) == (409, "name_taken", ["body.name"])
    assert desk.app.rows() == rows


def test_no_seat_left_names_the_seats_and_leaves_no_lock(codekurukshetra: App) -> None:
    desk = Desk(codekurukshetra).open(max_teams=1)
    desk.team("asha", "ravi")
    rows = desk.app.rows()
    answer = desk.register("meera", "bela")
    assert (answer.status, answer.code) == (409, "event_full")
    assert desk.app.rows() == rows


def test_two_members_under_one_address_are_refused_before_anything_is_asked(desk: Desk) -> None:
    rows = desk.app.rows()
    answer = desk.register("asha", members=[member("ravi"), person("bela", email="RAVI@people.example")])
    assert (answer.status, answer.code, answer.paths) == (400, "duplicate_member", ["body.members[1].email"])
    own = desk.register("asha", members=[person("bela", email="Asha@people.example")])
    assert (own.status, own.paths) == (400, ["body.members[0].email"])
    assert desk.app.rows() == rows


@pytest.mark.parametrize("email", ["a@b", "a b@c.example", "a@exa mple.com", "@c.example"])
def test_what_is_no_address_is_refused_with_its_place_and_not_repeated(desk: Desk, email: str) -> None:
    answer = desk.register("asha", members=[person("bela", email=email)])
    assert (answer.status, answer.paths) == (400, ["body.members[0].email"])
    assert email not in answer.text


def test_an_unknown_track_or_too_many_members_are_refused(desk: Desk) -> None:
    assert desk.register("asha", track="cooking").paths == ["body.track"]
    crowd = desk.register("asha", "b", "c", "d", "e")
    assert (crowd.status, crowd.code) == (409, "team_full")


def test_registration_has_its_time(desk: Desk) -> None:
    desk.open(registration_open=False)
    assert (desk.register().status, desk.register().code) == (403, "registration_closed")
    desk.open()
    desk.app.pass_time(days=30)
    assert desk.register().code == "registration_closed"


def test_an_unproven_login_registers_nobody(desk: Desk) -> None:
    body = {"name": "X", "track": "ai-ml", "leader": person("asha"), "members": [member("ravi")]}
    answer = desk.app.call("register_team", caller=claims("asha@people.example", verified=False), body=body)
    assert (answer.status, answer.code) == (403, "email_unverified")


def test_a_team_is_shown_to_its_members_and_organisers_and_nobody_else(desk: Desk) -> None:
    team_id = desk.team("asha", "ravi")
    for caller, code in ((login("asha"), True), (login("ravi"), False), (OPERATOR, False)):
        shown = desk.app.call("show_team", caller=caller, path={"team_id": team_id})
        assert [person["email"] for person in shown.body["members"]] == ["asha@people.example", "ravi@people.example"]
        assert (shown.body["invite_code"] is not None) is code
    stranger = desk.app.call("show_team", caller=login("eve"), path={"team_id": team_id})
    assert (stranger.status, stranger.code) == (404, "no_such_team")


def test_a_leader_edits_the_team_under_its_version_and_the_name_moves_its_lock(desk: Desk) -> None:
    team_id = desk.team("asha", "ravi", name="Old Name")
    edit = {"name": "New Name", "track": "blockchain"}
    answer = desk.app.call(
        "edit_team", caller=login("asha"), path={"team_id": team_id}, body=edit, headers={"If-Match": '"1"'}
    )
    assert (answer.status, answer.body["name"], answer.headers["etag"]) == (200, "New Name", '"2"')
    assert [row["slug"]["S"] for row in desk.of_type("name_lock")] == ["new-name"]
    (team,) = desk.of_type("team")
    assert team["GSI2PK"]["S"] == "TRACK#blockchain"
    stale = desk.app.call(
        "edit_team", caller=login("asha"), path={"team_id": team_id}, body=edit, headers={"If-Match": '"1"'}
    )
    assert stale.status == 412
    member_tries = desk.app.call("edit_team", caller=login("ravi"), path={"team_id": team_id}, body=edit)
    assert (member_tries.status, member_tries.code) == (403, "not_leader")


def test_a_name_cannot_be_taken_by_editing(desk: Desk) -> None:
    desk.team("asha", "ravi", name="First")
    team_id = desk.team("meera", "bela", name="Second")
    answer = desk.app.call("edit_team", caller=login("meera"), path={"team_id": team_id}, body={"name": "FIRST"})
    assert (answer.status, answer.code) == (409, "name_taken")


def test_a_deleted_team_leaves_nothing_and_its_people_may_register_again(desk: Desk) -> None:
    before = desk.seats()
    team_id = desk.team("asha", "ravi")
    answer = desk.app.call("delete_team", caller=login("asha"), path={"team_id": team_id})
    assert answer.status == 204
    assert desk.of_type("team", "participant", "email_lock", "name_lock", "hold") == []
    assert desk.seats() == before
    assert desk.register("ravi", "asha").status == 201


def test_a_team_is_deleted_by_its_leader_or_an_organiser_alone(desk: Desk) -> None:
    team_id = desk.team("asha", "ravi")
    for caller in (login("ravi"), login("eve")):
        assert desk.app.call("delete_team", caller=caller, path={"team_id": team_id}).code == "not_leader"
    assert desk.app.call("delete_team", caller=OPERATOR, path={"team_id": team_id}).status == 204


def test_a_paid_team_stays_as_it_is(desk: Desk) -> None:
    team_id, _ = desk.paid("asha", "ravi")
    path = {"team_id": team_id}
    for caller in (login("asha"), OPERATOR):
        gone = desk.app.call("delete_team", caller=caller, path=path)
        assert (gone.status, gone.code) == (409, "already_paid")
    edited = desk.app.call("edit_team", caller=login("asha"), path=path, body={"track": "blockchain"})
    assert edited.code == "already_paid"
    members = desk.app.call("show_team", caller=login("asha"), path=path).body["members"]
    ravi = next(person["participant_id"] for person in members if not person["is_leader"])
    left = desk.app.call("remove_member", caller=login("ravi"), path=path | {"participant_id": ravi})
    assert (left.status, left.code) == (409, "team_too_small")


def test_members_come_and_go_within_the_size_of_a_team(desk: Desk) -> None:
    team_id = desk.team("asha", "ravi")
    path = {"team_id": team_id}
    added = desk.app.call("add_member", caller=login("asha"), path=path, body=member("meera"))
    assert (added.status, added.body["member_count"]) == (201, 3)
    assert desk.app.call("add_member", caller=login("ravi"), path=path, body=member("x")).code == "not_leader"
    taken = desk.app.call("add_member", caller=login("asha"), path=path, body=member("meera"))
    assert (taken.code, taken.paths) == ("email_taken", ["body.email"])
    assert desk.app.call("add_member", caller=login("asha"), path=path, body=member("bela")).status == 201
    full = desk.app.call("add_member", caller=login("asha"), path=path, body=member("kiran"))
    assert (full.status, full.code) == (409, "team_full")
    meera = path | {"participant_id": added.body["participant_id"]}
    assert desk.app.call("remove_member", caller=login("bela"), path=meera).code == "not_leader"
    assert desk.app.call("remove_member", caller=login("meera"), path=meera).status == 204
    (team,) = desk.of_type("team")
    assert team["member_count"]["N"] == "3"
    assert len(desk.of_type("email_lock")) == 3
    assert desk.register("meera", "sita").status == 201


def test_the_leader_goes_with_the_team(desk: Desk) -> None:
    answer = desk.register("asha", "ravi")
    path = {"team_id": answer.body["team_id"], "participant_id": answer.body["leader_participant_id"]}
    assert desk.app.call("remove_member", caller=login("asha"), path=path).code == "leader_stays"


def test_a_stranger_in_another_team_cannot_be_taken_off(desk: Desk) -> None:
    mine = desk.team("asha", "ravi")
    theirs = desk.app.call("register_team", caller=login("meera"), body={
        "name": "T", "track": "ai-ml", "leader": person("meera"), "members": [member("bela")],
    })  # fmt: skip
    path = {"team_id": mine, "participant_id": theirs.body["leader_participant_id"]}
    assert desk.app.call("remove_member", caller=login("asha"), path=path).code == "no_such_participant"


def test_an_invite_code_lets_who_has_it_join_until_the_team_is_full(desk: Desk) -> None:
    team_id = desk.team("asha", "ravi")
    code = desk.app.call("show_team", caller=login("asha"), path={"team_id": team_id}).body["invite_code"]
    for name, status in (("meera", 201), ("bela", 201), ("kiran", 409)):
        body = {"invite_code": code, "person": person(name)}
        assert desk.app.call("join_team", caller=login(name), body=body).status == status
    forged = desk.app.call(
        "join_team", caller=login("kiran"), body={"invite_code": f"{team_id}-AAAA", "person": person("kiran")}
    )
    assert (forged.status, forged.code) == (404, "no_such_invite")
    twice = desk.app.call("join_team", caller=login("meera"), body={"invite_code": code, "person": person("meera")})
    assert twice.status == 409


def test_a_participant_sees_and_changes_the_own_profile_and_a_new_address_moves_its_lock(desk: Desk) -> None:
    desk.team("asha", "ravi")
    me = desk.app.call("show_me", caller=login("ravi"))
    assert (me.body["first_name"], me.body["team"]["payment_status"], me.body["pass_code"]) == ("Ravi", "created", None)
    path = {"participant_id": me.body["participant_id"]}
    wish = {"phone": "+91 11111 22222", "email": "ravi.new@people.example"}
    changed = desk.app.call("edit_participant", caller=login("ravi"), path=path, body=wish, headers={"If-Match": '"1"'})
    assert (changed.body["phone"], changed.body["email"]) == ("+91 11111 22222", "ravi.new@people.example")
    assert desk.app.call("show_me", caller=login("ravi")).code == "not_registered"
    assert desk.app.call("show_me", caller=login("ravi.new")).body["first_name"] == "Ravi"
    assert len(desk.of_type("email_lock")) == 2
    stale = desk.app.call(
        "edit_participant", caller=login("ravi.new"), path=path, body={"year": "x"}, headers={"If-Match": '"1"'}
    )
    assert stale.status == 412


def test_an_address_cannot_be_taken_by_editing_nor_a_stranger_edited(desk: Desk) -> None:
    desk.team("asha", "ravi")
    me = desk.app.call("show_me", caller=login("ravi")).body["participant_id"]
    path = {"participant_id": me}
    taken = desk.app.call("edit_participant", caller=login("ravi"), path=path, body={"email": "ASHA@people.example"})
    assert (taken.status, taken.code, taken.paths) == (409, "email_taken", ["body.email"])
    stranger = desk.app.call("edit_participant", caller=login("eve"), path=path, body={"year": "9"})
    assert (stranger.status, stranger.code) == (404, "no_such_participant")
    leader = desk.app.call("edit_participant", caller=login("asha"), path=path, body={"year": "4th Year"})
    assert leader.body["year"] == "4th Year"


def test_whether_an_address_is_free_is_told_to_anyone(desk: Desk) -> None:
    desk.team("asha", "ravi")
    asked = {name: desk.app.call("check_email", caller=None, body={"email": f"{name}@PEOPLE.example"}).body
             for name in ("Ravi", "nobody")}  # fmt: skip
    assert asked == {"Ravi": {"available": False}, "nobody": {"available": True}}
