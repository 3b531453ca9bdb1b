"""What honest programs do must work as it does anywhere else, on both platforms."""

import pytest

from tests.runner.runs import run

PYTHON = {
    "read by line": ("import sys\nfor line in sys.stdin:\n    print(line.strip()[::-1])", "ab\ncd\n", "ba\ndc\n"),
    "read all at once": ("print(sum(map(int, open(0).read().split())))", "1 2\n3", "6\n"),
    "read by name": ("print(open('/dev/stdin').read())", "hello", "hello\n"),
    "read by size": ("import os\nprint(os.read(0, os.fstat(0).st_size).decode())", "by size", "by size\n"),
    "read nothing": ("print('nothing')", "ignored" * 100_000, "nothing\n"),
    "read past the end": ("import sys\nprint(repr(sys.stdin.readline()))", "", "''\n"),
    "text beyond ASCII": ("print(input()[::-1])", "añ한글😀", "😀글한ña\n"),
    "write raw": ("import os\nos.write(1, b'raw')", "", "raw"),
    "leave by exit": ("print(1)\nexit()\nprint(2)", "", "1\n"),
    "leave by quit": ("print(1)\nquit()", "", "1\n"),
    "leave by sys.exit": ("import sys\nprint(1)\nsys.exit()", "", "1\n"),
    "recurse deeply": (
        "import sys\nsys.setrecursionlimit(10**6)\ndef f(n): return 0 if n == 0 else 1 + f(n - 1)\nprint(f(50_000))",
        "",
        "50000\n",
    ),
    "recurse in a thread": (
        "import sys, threading\nsys.setrecursionlimit(10**6)\nthreading.stack_size(1 << 26)\n"
        "def f(n): return 0 if n == 0 else 1 + f(n - 1)\n"
        "t = threading.Thread(target=lambda: print(f(20_000)))\nt.start()\nt.join()",
        "",
        "20000\n",
    ),
    "threads left running": (
        "import threading, time\nthreading.Thread(target=lambda: (time.sleep(0.05), print('late'))).start()",
        "",
        "late\n",
    ),
    "asyncio": ("import asyncio\nasync def f(): print(await asyncio.sleep(0, 5))\nasyncio.run(f())", "", "5\n"),
    "at exit": ("import atexit\natexit.register(print, 'bye')", "", "bye\n"),
    "main guard": ("if __name__ == '__main__':\n    print(__file__)", "", "main.py\n"),
    "pickle its own classes": (
        "import pickle\nclass P: pass\nprint(type(pickle.loads(pickle.dumps(P()))).__name__)",
        "",
        "P\n",
    ),
    "libraries": (
        "import json, decimal, fractions, sqlite3, datetime, zlib, hashlib, ctypes, concurrent.futures\n"
        "print(sqlite3.connect(':memory:').execute('select 6 * 7').fetchone()[0])",
        "",
        "42\n",
    ),
    "catch its own errors": (
        "try:\n    bytearray(1 << 40)\nexcept MemoryError:\n    print('too big')",
        "",
        "too big\n",
    ),
    "print errors and go on": ("import sys\nprint('warn', file=sys.stderr)\nprint('ok')", "", "ok\n"),
}

JAVASCRIPT = {
    "read all at once": ("console.log(require('fs').readFileSync(0, 'utf8').trim().length)", "four\n", "4\n"),
    "read by name": ("console.log(require('fs').readFileSync('/dev/stdin', 'utf8').trim())", "hello\n", "hello\n"),
    "read by line": (
        "const r = require('readline').createInterface({input: process.stdin});\n"
        "r.on('line', l => console.log(l.toUpperCase())).on('close', () => console.log('end'))",
        "a\nb\n",
        "A\nB\nend\n",
    ),
    "text beyond ASCII": (
        "console.log([...require('fs').readFileSync(0, 'utf8')].reverse().join(''))",
        "añ한글😀",
        "😀글한ña\n",
    ),
    "recurse deeply": (
        "function f(n) { return n === 0 ? 0 : 1 + f(n - 1) }\nconsole.log(f(200000))",
        "",
        "200000\n",
    ),
    "promises": ("(async () => { await null; console.log(5) })()", "", "5\n"),
    "big numbers": ("console.log((2n ** 100n).toString())", "", f"{2**100}\n"),
    "much output": ("for (let i = 0; i < 50000; i++) console.log('0123456789')", "", "0123456789\n" * 50_000),
}


@pytest.mark.parametrize("habit", PYTHON)
def test_a_python_program_may(habit: str, platform: frozenset[str]) -> None:
    code, given, printed = PYTHON[habit]
    result = run(code, given, printed, compare="exact", without=platform)
    assert result["verdict"] == "accepted", result


@pytest.mark.parametrize("habit", JAVASCRIPT)
def test_a_javascript_program_may(habit: str, platform: frozenset[str], javascript: str) -> None:
    code, given, printed = JAVASCRIPT[habit]
    result = run(code, given, printed, language=javascript, compare="exact", without=platform)
    assert result["verdict"] == "accepted", result


def test_a_javascript_program_may_write_standard_output_by_name(javascript: str) -> None:
    result = run("require('fs').writeFileSync('/dev/stdout', 'by name')", language=javascript, expected="by name")
    assert result["verdict"] == "accepted", result


def test_a_program_may_use_its_working_directory() -> None:
    code = """
import tempfile
with open('notes', 'w') as notes:
    notes.write('kept')
with tempfile.TemporaryFile() as scratch:
    scratch.write(open('notes', 'rb').read())
    scratch.seek(0)
    print(scratch.read().decode())
"""
    result = run(code, expected="kept")
    if not {"private_root", "landlock"} & set(result["active"]):
        pytest.skip("this platform cannot keep files apart")
    assert result["verdict"] == "accepted", result


def test_the_working_directory_is_empty_when_a_program_begins(platform: frozenset[str]) -> None:
    assert run("import os\nprint(os.listdir('.'))", expected="[]", without=platform)["verdict"] == "accepted"


ERRORS = {
    "raise ValueError('one\\ntwo')": ("ValueError", 1, "one\ntwo"),
    "class Own(Exception): pass\nraise Own": ("Own", 2, ""),
    "import json\n\njson.loads('{')": (
        "json.decoder.JSONDecodeError",
        3,
        "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
    ),
    "try:\n    1 / 0\nexcept ZeroDivisionError:\n    raise KeyError('k')": ("KeyError", 4, "'k'"),
    "def f(): f()\nf()": ("RecursionError", 1, "maximum recursion depth exceeded"),
    "exec('1 +')": ("SyntaxError", 1, "invalid syntax"),
    "import sys\nprint('Traceback, not', file=sys.stderr)\n[][1]": ("IndexError", 3, "list index out of range"),
    "import nothing_like_it": ("ModuleNotFoundError", 1, "No module named 'nothing_like_it'"),
    "import functions.algoitny_runner": ("ModuleNotFoundError", 1, "No module named 'functions'"),
}


@pytest.mark.parametrize("code", ERRORS)
def test_an_error_is_told_with_the_line_of_the_users_own_code(code: str) -> None:
    kind, line, message = ERRORS[code]
    result = run(code)
    assert result["verdict"] == "runtime_error"
    assert result["error"] == {"type": kind, "line": line, "message": message}


JAVASCRIPT_ERRORS = {
    "\nthrow 'plain'": ("Uncaught", 2, "plain"),
    "class Own extends Error { constructor(m) { super(m); this.name = 'Own' } }\nthrow new Own('one\\ntwo')": (
        "Own",
        2,
        "one\ntwo",
    ),
    "\nPromise.reject(new RangeError('late'))": ("RangeError", 2, "late"),
    "function f() { f() }\nf()": ("RangeError", 1, "Maximum call stack size exceeded"),
    "console.error('at home')\nundefined.x": ("TypeError", 2, "Cannot read properties of undefined (reading 'x')"),
}


@pytest.mark.parametrize("code", JAVASCRIPT_ERRORS)
def test_a_javascript_error_is_told_with_the_line_of_the_users_own_code(code: str, javascript: str) -> None:
    kind, line, message = JAVASCRIPT_ERRORS[code]
    result = run(code, language=javascript)
    assert result["verdict"] == "runtime_error"
    assert result["error"] == {"type": kind, "line": line, "message": message}


def test_a_long_message_is_cut() -> None:
    message: str = run("raise ValueError('x' * 10_000)")["error"]["message"]
    assert message == "x" * 500 + "…"
