"""Work in a process of its own: an untouched one for what changes its process, a fork for a container's life."""

import multiprocessing
import os
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

from tools.bench.processes import BrokenContender

P = ParamSpec("P")
T = TypeVar("T")

UNTOUCHED = multiprocessing.get_context("forkserver")
UNTOUCHED.set_forkserver_preload(["tools.bench.catalogue"])


def apart(work: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T:
    """Where nothing but imports has happened: what the work does to its environment, to Amazon or to the clock ends
    with it."""
    with ProcessPoolExecutor(1, mp_context=UNTOUCHED) as pool:
        return pool.submit(work, *arguments, **options).result()


class Fork:
    """A copy of this process at work, as a container that has only just started; it has its own connections."""

    def __init__(self, work: Callable[[], Any]) -> None:
        forking = multiprocessing.get_context("fork")
        self._answers, answering = forking.Pipe(duplex=False)
        self._process = forking.Process(target=_answer, args=(work, answering))
        self._process.start()
        answering.close()

    def result(self) -> Any:
        try:
            succeeded, answer = self._answers.recv()
        except EOFError:
            succeeded, answer = False, "the process died"
        self._process.join()
        if not succeeded:
            raise BrokenContender(answer)
        return answer


def forked(work: Callable[[], T]) -> T:
    answer: T = Fork(work).result()
    return answer


def _answer(work: Callable[[], object], answers: Connection) -> None:
    """Functions log to standard output, as in Lambda; nobody reads it here."""
    sys.stdout.flush()
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    try:
        answers.send((True, work()))
    except BaseException as error:
        said = error if isinstance(error, BrokenContender) else "".join(traceback.format_exception(error))
        answers.send((False, str(said)))
    answers.close()
