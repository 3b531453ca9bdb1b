"""Users: registered by e-mail, with a role that only others can change, and gone when they want to be."""

import json
from typing import Any

import boto3

from functions.exambuddy.entities.people import User
from tests.api.exambuddy.school import ADA, ANN, BOB, EVE, OPERATOR, School
from tests.api.harness import App
from tools.events.http import claims


def test_a_first_call_registers_a_candidate_whatever_it_asks_for(exambuddy: App) -> None:
    answer = exambuddy.call("register_user", caller=ANN, body={"name": "Ann"})
    assert (answer.status, answer.body["role"], answer.headers["etag"]) == (201, "CANDIDATE", '"1"')
    [row] = exambuddy.rows()
    assert (row["PK"]["S"], row["GSI1PK"]["S"]) == ("USER#ann@example.com", f"USER#{answer.body['user_id']}")
    assert exambuddy.call("register_user", caller=BOB, body={"name": "B", "role": "ADMIN"}).status == 400
    assert exambuddy.call("show_me", caller=ANN).body == answer.body


def test_registering_twice_is_a_conflict_and_with_the_same_key_a_replay(exambuddy: App) -> None:
    key = {"Idempotency-Key": "one"}
    first = exambuddy.call("register_user", caller=ANN, body={"name": "Ann"}, headers=key)
    again = exambuddy.call("register_user", caller=ANN, body={"name": "Ann"}, headers=key)
    assert (again.status, again.body, again.headers["idempotency-replayed"]) == (201, first.body, "true")
    assert exambuddy.call("register_user", caller=ANN, body={"name": "Other"}, headers=key).status == 422
    assert exambuddy.call("register_user", caller=ANN, body={}).code == "already_registered"


def test_an_unverified_address_and_an_unknown_caller_are_refused(exambuddy: App) -> None:
    unverified = claims("ann@example.com", verified=False)
    assert exambuddy.call("register_user", caller=unverified, body={}).code == "email_unverified"
    assert exambuddy.call("show_me", caller=EVE).code == "no_such_user"
    assert exambuddy.call("list_catalogue", caller=EVE).code == "not_registered"
    assert exambuddy.rows() == []


def test_the_role_of_an_admin_is_granted_and_revoked_by_others(school: School) -> None:
    ann = {"user_id": school.id_of(ANN)}
    assert school.call("create_project", caller=ANN, body={"title": "T", "total_seconds": 60}).code == "forbidden"
    assert school.call("set_role", caller=BOB, path=ann, body={"role": "ADMIN"}).code == "forbidden"
    granted = school.call("set_role", caller=ADA, path=ann, body={"role": "ADMIN"}, headers={"If-Match": '"1"'})
    assert (granted.status, granted.body["role"], granted.headers["etag"]) == (200, "ADMIN", '"2"')
    school.app.pass_time(seconds=61)
    assert school.call("create_project", caller=ANN, body={"title": "T", "total_seconds": 60}).status == 201
    own = {"user_id": school.id_of(ADA)}
    assert school.call("set_role", caller=ADA, path=own, body={"role": "CANDIDATE"}).code == "own_role"
    stale = school.call("set_role", caller=ADA, path=ann, body={"role": "CANDIDATE"}, headers={"If-Match": '"1"'})
    assert stale.status == 412
    assert school.call("set_role", caller=OPERATOR, path=ann, body={"role": "CANDIDATE"}).body["role"] == "CANDIDATE"
    nobody = school.call("set_role", caller=ADA, path={"user_id": "nobody"}, body={"role": "ADMIN"})
    assert nobody.code == "no_such_user"


def erase(school: School, user_id: str) -> Any:
    record = {"messageId": "1", "body": json.dumps({"user_id": user_id}), "eventSource": "aws:sqs"}
    return school.app.invoke("erase_user", {"Records": [record]})


def test_who_leaves_is_gone_at_once_and_their_attempts_stay_under_a_pseudonym(school: School) -> None:
    project = school.project(2, attempts_allowed=5)
    over, ann = school.sit(project, right=1), school.id_of(ANN)
    running = school.begin(project)
    override = {"project_id": project, "candidate_id": ann}
    school.done("grant_override", caller=ADA, path=override, body={"extra_seconds": 5})
    left = school.call("erase_me", caller=ANN, headers={"Idempotency-Key": "go"})
    assert left.status == 202
    assert school.call("erase_me", caller=ANN, headers={"Idempotency-Key": "go"}).body == left.body
    assert school.call("show_me", caller=ANN).code == "no_such_user"
    [message] = boto3.client("sqs").receive_message(QueueUrl=school_queue())["Messages"]
    assert json.loads(message["Body"]) == {"user_id": ann}
    assert erase(school, ann) == {"batchItemFailures": []}
    assert erase(school, ann) == {"batchItemFailures": []}
    mine = [row for row in school.app.rows() if ann in json.dumps(row) and "IDEMPOTENCY" not in row["PK"]["S"]]
    assert mine == []
    listed = school.done("list_attempts", caller=ADA, path={"project_id": project})["items"]
    assert {each["attempt_id"]: each["status"] for each in listed} == {
        over["attempt_id"]: "COMPLETED",
        running["attempt_id"]: "CANCELLED",
    }
    assert len({each["candidate_id"] for each in listed}) == 1
    assert listed[0]["candidate_id"].startswith("erased-")
    assert school.result(over, ADA).body["score"] == 1


def school_queue() -> str:
    return str(boto3.client("sqs").get_queue_url(QueueName="erase_user")["QueueUrl"])


def test_an_erasure_whose_message_was_lost_is_sent_again(school: School) -> None:
    school.done("erase_me", caller=ANN)
    boto3.client("sqs").purge_queue(QueueUrl=school_queue())
    assert school.app.invoke("resume_erasures", {}) == {"sent": 1}
    [message] = boto3.client("sqs").receive_message(QueueUrl=school_queue())["Messages"]
    erase(school, json.loads(message["Body"])["user_id"])
    assert school.app.invoke("resume_erasures", {}) == {"sent": 0}


def test_who_has_left_begins_nothing_even_where_they_are_still_remembered(school: School) -> None:
    project = school.project(1)
    school.done("list_catalogue", caller=ANN)
    school.app.store.delete(User.key.item(email=ANN["email"]))
    rows = school.app.rows()
    assert school.call("list_catalogue", caller=ANN).status == 200
    assert school.call("begin_attempt", caller=ANN, path={"project_id": project}).code == "not_registered"
    assert school.app.rows() == rows


def test_an_admin_with_projects_stays(school: School) -> None:
    project = school.project()
    assert school.call("erase_me", caller=ADA).code == "owns_projects"
    school.done("delete_project", caller=ADA, path={"project_id": project})
    assert school.call("erase_me", caller=ADA).status == 202
