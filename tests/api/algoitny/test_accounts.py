"""Logging in, profiles and plans."""

from functions.algoitny.entities.accounts import User
from singletable.schema import evolve
from tests.api.harness import ANN, BOB, EVE, OPERATOR, App
from tools.events.http import claims
from tools.generate.sample import Call, samples_of


def log_in(app: App, caller: dict[str, str] = ANN) -> str:
    answer = app.call("log_in", caller=caller)
    assert answer.status == 200, answer.text
    return str(answer.body["user"]["user_id"])


def test_a_first_login_makes_the_user_the_locks_and_the_plans(algoitny: App) -> None:
    answer = algoitny.call("log_in", caller=claims("Ann@Example.com", name="Ann", picture="https://p.example/a.png"))
    assert answer.status == 200
    assert answer.body["is_new"] is True
    assert answer.body["user"]["email"] == "ann@example.com"
    assert answer.body["user"]["plan"]["name"] == "Free"
    assert answer.body["today"]["hint"] | {"reset_at": ""} == {"limit": 5, "used": 0, "remaining": 5, "reset_at": ""}
    assert answer.body["today"]["execution"]["limit"] == 10
    kinds = sorted(row["tp"]["S"] for row in algoitny.rows())
    assert kinds == ["elock", "glock", "plan", "plan", "plan", "plan", "plan", "usr"]


def test_a_second_login_finds_the_same_user_and_changes_nothing(algoitny: App) -> None:
    first = log_in(algoitny)
    rows = algoitny.rows()
    answer = algoitny.call("log_in")
    assert answer.body["is_new"] is False
    assert answer.body["user"]["user_id"] == first
    assert algoitny.rows() == rows


def test_an_unverified_address_gets_no_account(algoitny: App) -> None:
    answer = algoitny.call("log_in", caller=claims("ann@example.com", verified=False))
    assert (answer.status, answer.code) == (403, "email_unverified")
    assert algoitny.rows() == []


def test_who_never_logged_in_is_told_to(algoitny: App) -> None:
    answer = algoitny.call("show_profile")
    assert (answer.status, answer.code) == (403, "no_session")


def test_a_token_is_needed(algoitny: App) -> None:
    answer = algoitny.call("show_profile", caller=None)
    assert (answer.status, answer.code) == (401, "unauthenticated")
    assert answer.headers["content-type"] == "application/problem+json"


def test_the_same_address_through_another_door_is_the_same_user(algoitny: App) -> None:
    first = log_in(algoitny)
    google = claims("ann@example.com", subject="pool-2", identities='[{"providerName":"Google","userId":"g-77"}]')
    assert log_in(algoitny, google) == first
    assert {row["PK"]["S"] for row in algoitny.rows() if row["tp"]["S"] == "glock"} == {"GID#g-77"}


def test_a_profile_is_changed_under_its_version(algoitny: App) -> None:
    log_in(algoitny)
    profile = algoitny.call("show_profile")
    assert profile.headers["etag"] == '"1"'
    edited = algoitny.call("edit_profile", body={"name": "Ann A."}, headers={"If-Match": '"1"'})
    assert (edited.status, edited.body["name"], edited.headers["etag"]) == (200, "Ann A.", '"2"')
    stale = algoitny.call("edit_profile", body={"name": "Old"}, headers={"If-Match": '"1"'})
    assert (stale.status, stale.code) == (412, "stale_version")
    assert algoitny.call("show_profile").body["name"] == "Ann A."


def test_an_address_cannot_be_taken_from_another(algoitny: App) -> None:
    log_in(algoitny, ANN)
    log_in(algoitny, BOB)
    rows = algoitny.rows()
    answer = algoitny.call("edit_profile", caller=BOB, body={"email": "ANN@example.com"})
    assert (answer.status, answer.code, answer.paths) == (409, "email_taken", ["body.email"])
    assert algoitny.rows() == rows


def test_a_changed_address_moves_its_lock_and_frees_the_old_one(algoitny: App) -> None:
    ann = log_in(algoitny, ANN)
    changed = algoitny.call("edit_profile", body={"email": "new@example.com"})
    assert changed.body["email"] == "new@example.com"
    assert changed.body["email_proven"] is False
    locks = {row["PK"]["S"]: row["dat"]["M"]["own"]["S"] for row in algoitny.rows() if row["tp"]["S"] == "elock"}
    assert locks == {"EMAIL#new@example.com": ann}
    assert log_in(algoitny, ANN) == ann


def test_an_address_written_down_without_proof_goes_back_to_its_owner(algoitny: App) -> None:
    eve = log_in(algoitny, EVE)
    algoitny.call("edit_profile", caller=EVE, body={"email": "bob@example.com"})
    bob = log_in(algoitny, BOB)
    assert bob != eve
    algoitny.pass_time(minutes=2)
    assert algoitny.call("show_profile", caller=EVE).body["email"] is None
    assert algoitny.call("show_profile", caller=BOB).body["email"] == "bob@example.com"


def test_who_comes_without_a_login_is_not_taken_for_who_wrote_their_address_down(algoitny: App) -> None:
    log_in(algoitny, EVE)
    algoitny.call("edit_profile", caller=EVE, body={"email": "bob@example.com"})
    answer = algoitny.call("show_profile", caller=BOB)
    assert (answer.status, answer.code) == (403, "no_session")


def test_a_free_plan_may_be_chosen_and_a_paid_one_only_when_granted(algoitny: App) -> None:
    ann = log_in(algoitny)
    refused = algoitny.call("choose_plan", body={"plan_id": 2})
    assert (refused.status, refused.code) == (409, "plan_not_open")
    assert algoitny.call("choose_plan", body={"plan_id": 99}).status == 404
    granted = algoitny.call("administer_user", caller=OPERATOR, path={"user_id": ann}, body={"granted_plans": [2]})
    assert granted.status == 200, granted.text
    chosen = algoitny.call("choose_plan", body={"plan_id": 2})
    assert (chosen.status, chosen.body["plan"]["name"]) == (200, "Pro")
    counts = {row["PK"]["S"]: row["usr"]["N"] for row in algoitny.rows() if row["tp"]["S"] == "plan"}
    assert (counts["PLAN#1"], counts["PLAN#2"]) == ("0", "1")


def test_a_profile_is_shown_as_it_is_whatever_a_warm_function_remembers(algoitny: App) -> None:
    ann = log_in(algoitny)
    algoitny.call("show_profile")
    elsewhere(algoitny, ann, name="Ann A.")
    shown = algoitny.call("show_profile")
    assert (shown.body["name"], shown.headers["etag"]) == ("Ann A.", '"2"')


def elsewhere(app: App, user_id: str, **changes: object) -> None:
    """A change by another function, of which those that are warm hear nothing."""
    user = app.store.get(User.key.item(user_id=user_id))
    assert user is not None
    app.store.update(user, evolve(user, **changes))


def test_a_deactivated_user_is_refused_within_a_minute(algoitny: App) -> None:
    ann = log_in(algoitny)
    assert algoitny.call("list_problems").status == 200
    elsewhere(algoitny, ann, is_active=False)
    assert algoitny.call("log_in").code == "deactivated"
    assert algoitny.call("show_profile").code == "deactivated"
    algoitny.pass_time(seconds=60)
    answer = algoitny.call("list_problems")
    assert (answer.status, answer.code) == (403, "deactivated")


def test_staff_is_who_the_table_says_and_not_who_asks(algoitny: App) -> None:
    ann = log_in(algoitny)
    assert algoitny.call("list_users", query={"plan": "1"}).code == "forbidden"
    algoitny.call("administer_user", caller=OPERATOR, path={"user_id": ann}, body={"is_staff": True})
    algoitny.pass_time(seconds=61)
    listed = algoitny.call("list_users", query={"plan": "1"})
    assert [user["user_id"] for user in listed.body["items"]] == [ann]
    own = algoitny.call("administer_user", path={"user_id": ann}, body={"is_active": False})
    assert (own.status, own.code) == (409, "own_account")


def test_what_is_for_staff_is_refused_to_everybody_else_and_changes_nothing(algoitny: App) -> None:
    samples = samples_of(algoitny.service)
    algoitny.store.batch_write(puts=samples.stored(algoitny.moment))
    log_in(algoitny, EVE)
    rows, refused = algoitny.rows(), []
    for route in algoitny.service.routes:
        sample = samples.of(route.use_case)
        assert isinstance(sample, Call)
        if "operators" in sample.caller.get("cognito:groups", ""):
            answer = algoitny.call(route.use_case, caller=EVE, path=sample.path, query=sample.query, body=sample.body)
            assert (answer.status, algoitny.rows()) == (403, rows), route.use_case
            refused.append(route.use_case)
    staff_only = {route.use_case for route in algoitny.service.routes if route.path.startswith("/admin/")}
    assert staff_only | {"delete_problem", "restore_problem"} <= set(refused)


def test_a_plan_is_deleted_only_while_nobody_is_on_it(algoitny: App) -> None:
    log_in(algoitny)
    used = algoitny.call("delete_plan", caller=OPERATOR, path={"plan_id": "1"})
    assert (used.status, used.code, used.body["users"]) == (409, "plan_in_use", 1)
    assert algoitny.call("delete_plan", caller=OPERATOR, path={"plan_id": "4"}).status == 204
    assert algoitny.call("delete_plan", caller=OPERATOR, path={"plan_id": "4"}).status == 404


def test_the_first_plan_that_staff_writes_does_not_hide_the_default_ones(algoitny: App) -> None:
    plan = {"name": "Club", "max_hints_per_day": 7, "max_executions_per_day": 8}
    algoitny.call("write_plan", caller=OPERATOR, path={"plan_id": "9"}, body=plan)
    listed = algoitny.call("list_plans", caller=None).body["items"]
    assert [plan["name"] for plan in listed] == ["Free", "Pro", "Author", "Team", "Classroom", "Club"]


def test_a_default_plan_may_be_written_before_anybody_logged_in(algoitny: App) -> None:
    plan = {"name": "Gratis", "max_hints_per_day": 1, "max_executions_per_day": 1}
    made = algoitny.call("write_plan", caller=OPERATOR, path={"plan_id": "1"}, body=plan)
    assert (made.status, made.body["name"]) == (201, "Gratis")
    assert algoitny.call("log_in").body["user"]["plan"]["name"] == "Gratis"


def test_a_plan_is_made_and_changed_by_staff(algoitny: App) -> None:
    plan = {"name": "Club", "max_hints_per_day": 7, "max_executions_per_day": 8}
    made = algoitny.call("write_plan", caller=OPERATOR, path={"plan_id": "9"}, body=plan)
    assert (made.status, made.body["plan_id"], made.headers["etag"]) == (201, 9, '"1"')
    changed = algoitny.call("write_plan", caller=OPERATOR, path={"plan_id": "9"}, body={**plan, "price": 5})
    assert (changed.status, changed.body["price"], changed.headers["etag"]) == (200, 5, '"2"')
