"""`python -m tools.load.exambuddy`: many candidates sit one exam at once on a running local cloud.

Every answer that was acknowledged must stand in the attempt afterwards, and be scored.
"""

import argparse
import json
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.local.cloud import PLACE, LocalCloud, running_cloud

AT_THE_DOOR = 8


@dataclass
class Report:
    """What the load came to."""

    statuses: Counter[str] = field(default_factory=Counter)
    saved: int = 0
    lost: int = 0
    wrong_scores: int = 0
    seconds: float = 0.0
    times: list[float] = field(default_factory=list)

    @property
    def server_errors(self) -> int:
        return sum(count for status, count in self.statuses.items() if status.split()[-1].startswith("5"))

    @property
    def rate(self) -> float:
        return self.saved / self.seconds if self.seconds else 0.0

    def percentile(self, share: float) -> float:
        ordered = sorted(self.times) or [0.0]
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def lines(self) -> list[str]:
        said = [f"  {name:<28} {count}" for name, count in sorted(self.statuses.items())]
        return [
            f"{self.saved} answers saved in {self.seconds:.1f} s: {self.rate:.0f} a second",
            f"half of the saves took {self.percentile(0.5):.2f} s or less, 95 % of them {self.percentile(0.95):.2f} s",
            f"lost answers: {self.lost}; wrong scores: {self.wrong_scores}; answers with 5xx: {self.server_errors}",
            *said,
        ]


class Sitting:
    """One exam, sat by many at once."""

    def __init__(self, cloud: LocalCloud, questions: int) -> None:
        self._url, self._cloud, self._questions = cloud.endpoints["exambuddy"].rstrip("/"), cloud, questions
        self._lock, self.report = threading.Lock(), Report()

    def prepare(self) -> str:
        """A published exam of its own."""
        teacher = self._cloud.token(f"teacher-{uuid.uuid4().hex[:8]}@example.com", ["operators"])
        settings = {"title": "Load", "total_seconds": 3600, "questions_per_attempt": self._questions}
        project: str = self.call("create", "POST", "/projects", teacher, settings)["project_id"]
        bank = [
            {
                "question_type": "multiple_choice",
                "question_text": f"Question {number}?",
                "options": ["yes", "no", "maybe"],
                "correct_answer": "B",
            }
            for number in range(self._questions)
        ]
        self.call("import", "POST", f"/projects/{project}/questions/import?format=json", teacher, bank)
        self.call("publish", "PATCH", f"/projects/{project}", teacher, {"published": True})
        return project

    def enrol(self, number: int) -> str:
        token = self._cloud.token(f"candidate-{number}-{uuid.uuid4().hex[:8]}@example.com")
        self.call("register", "POST", "/users", token, {})
        return token

    def begin(self, project: str, token: str) -> Any:
        return self.call("begin", "POST", f"/projects/{project}/attempts", token)

    def sit(self, attempt: Any, token: str, joins_after: float) -> None:
        if attempt is None:
            return
        time.sleep(joins_after)
        place, acknowledged = f"/attempts/{attempt['attempt_id']}", {}
        for sequence, question in enumerate(attempt["questions"], start=1):
            body = {"selected_answer": "AB"[sequence % 2], "sequence": sequence}
            began = time.perf_counter()
            saved = self.call("save", "PUT", f"{place}/answers/{question['question_id']}", token, body)
            with self._lock:
                self.report.times.append(time.perf_counter() - began)
            if saved is not None:
                acknowledged[question["question_id"]] = saved["selected_answer"]
        shown = self.call("show", "GET", place, token) or {"answers": []}
        stands = {each["question_id"]: each["selected_answer"] for each in shown["answers"]}
        over = self.call("submit", "POST", f"{place}/submit", token)
        right = sum(answer == "B" for answer in acknowledged.values())
        with self._lock:
            self.report.saved += len(acknowledged)
            self.report.lost += sum(stands.get(name) != answer for name, answer in acknowledged.items())
            self.report.wrong_scores += over is None or over["score"] != right

    def call(self, name: str, method: str, path: str, token: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
        request = urllib.request.Request(self._url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as refused:
            with refused:
                status, text = refused.code, b""
        with self._lock:
            self.report.statuses[f"{name} {status}"] += 1
        return json.loads(text) if text and status < 400 else None


def run(cloud: LocalCloud, candidates: int, questions: int, pace: float = 0.4) -> Report:
    """All begin, then all save without a pause until they are through. They start to write at a pace: the emulator
    makes a process for each call in flight, and few cores cannot start a hundred of them in one second."""
    sitting = Sitting(cloud, questions)
    project = sitting.prepare()
    with ThreadPoolExecutor(AT_THE_DOOR) as door:
        tokens = list(door.map(sitting.enrol, range(candidates)))
        begun = list(door.map(lambda token: sitting.begin(project, token), tokens))
    began = time.perf_counter()
    with ThreadPoolExecutor(candidates) as room:
        seats = [
            room.submit(sitting.sit, attempt, token, number * pace)
            for number, (attempt, token) in enumerate(zip(begun, tokens, strict=True))
        ]
        for seat in seats:
            seat.result()
    sitting.report.seconds = time.perf_counter() - began
    return sitting.report


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.load.exambuddy", description=__doc__)
    parser.add_argument("--place", type=Path, default=PLACE, help="the folder of the running cloud")
    parser.add_argument("--candidates", type=int, default=100)
    parser.add_argument("--answers", type=int, default=50)
    parser.add_argument("--pace", type=float, default=0.4, help="seconds between two who begin to write")
    options = parser.parse_args()
    report = run(running_cloud(options.place), options.candidates, options.answers, options.pace)
    print("\n".join(report.lines()))
    return 1 if report.lost or report.wrong_scores or report.server_errors else 0


if __name__ == "__main__":
    sys.exit(main())
