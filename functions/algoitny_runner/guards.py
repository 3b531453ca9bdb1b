"""Puts up every guard this platform allows, once per execution, and says honestly which ones stand."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

from functions.algoitny_runner import landlock, linux, namespaces, own_user, private_root, seccomp
from functions.algoitny_runner.box import STREAMS, Box

ALWAYS = ("fresh_process", "empty_environment", "resource_limits", "hidden_runner")
OPTIONAL = ("process_namespace", "network_namespace", "private_root", "own_user", "landlock", "seccomp")


@dataclass(slots=True)
class Guards:
    refused: dict[str, str]
    """Guard to reason."""
    uid: int | None = None
    readable: list[str] = field(default_factory=list)

    def __contains__(self, guard: str) -> bool:
        return guard not in self.refused

    def report(self) -> dict[str, object]:
        return {"active": [*ALWAYS, *(guard for guard in OPTIONAL if guard in self)], "refused": self.refused}

    def bind(self, box: Box) -> None:
        """In the process of a run, as the last thing before the program: from here on there is no way back."""
        if "landlock" in self:
            landlock.restrict(
                readable=(*self.readable, box.path), writable=(box.work, box.output, box.errors, "/dev/null")
            )
        if self.uid is not None:
            own_user.become(self.uid)
        own_user.drop_privileges()
        if "seccomp" in self:
            # where files are not kept apart, a program that cannot write leaves none behind
            seccomp.restrict(may_write_files="private_root" in self or "landlock" in self)


def put_up(place: str, runtime: tuple[str, ...], without: Iterable[str]) -> Guards:
    """May return in another process: the first one of a new process namespace."""
    guards = Guards(dict.fromkeys(without, "switched off"))
    users = own_user.candidates()
    enter_namespaces(guards)
    linux.prctl(linux.PR_SET_DUMPABLE, 0)
    if "process_namespace" in guards:
        namespaces.become_first_process()
    else:
        linux.prctl(linux.PR_SET_CHILD_SUBREAPER, 1)
    if "private_root" in guards:
        attempt(guards, "private_root", partial(private_root.enter, place, runtime, STREAMS))
    visible = (*private_root.LIBRARIES, *private_root.DEVICES, *runtime)
    guards.readable = [path for path in visible if os.path.exists(path)]
    choose_user(guards, users, runtime)
    try_out = {
        "landlock": partial(landlock.restrict, readable=guards.readable, writable=()),
        "seccomp": partial(seccomp.restrict, may_write_files=True),
    }
    for guard, restrict in try_out.items():
        if guard in guards:
            attempt(guards, guard, partial(in_a_fork, restrict))
    return guards


def enter_namespaces(guards: Guards) -> None:
    wanted = frozenset(guard for guard in namespaces.FLAGS if guard in guards)
    if not wanted:
        return
    try:
        namespaces.enter(wanted)
    except OSError as error:
        guards.refused.update(dict.fromkeys(sorted(wanted), str(error)))


def choose_user(guards: Guards, users: Iterable[int], runtime: tuple[str, ...]) -> None:
    if "own_user" not in guards:
        return
    for uid in users:
        guards.refused.pop("own_user", None)
        attempt(guards, "own_user", partial(in_a_fork, partial(own_user.become, uid, runtime)))
        if "own_user" in guards:
            guards.uid = uid
            return


def attempt(guards: Guards, guard: str, put_it_up: Callable[[], None]) -> None:
    try:
        put_it_up()
    except OSError as error:
        guards.refused[guard] = str(error)


def in_a_fork(restrict: Callable[[], None]) -> None:
    """Try what cannot be undone where it does no harm."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            restrict()
        except OSError as error:
            os.write(tell, str(error).encode())
        os._exit(0)
    os.close(tell)
    with open(told, encoding="utf-8") as answer:
        complaint = answer.read()
    os.waitpid(child, 0)
    if complaint:
        raise OSError(complaint)
