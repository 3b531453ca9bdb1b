"""The page of a service's access patterns: what it keeps, what it asks, and which function may do what."""

from collections.abc import Iterator
from datetime import timedelta

from singletable.keys import Key
from singletable.schema import EntitySpec, Index, Table
from singletable.service import Consumer, Deployable, Function, Route, Schedule, Service, Who, Worker
from tools.generate.capacity import capacity_rows
from tools.generate.markdown import code, listed, table
from tools.generate.questions import place_conditions, questions

NAMED = 8
"""More functions than this are counted, not named."""


def access_patterns(service: Service) -> str:
    declared = service.table
    sections = [
        f"# {service.title}: access patterns\n\n"
        "Made by `make generate` from the declarations of the service; a test keeps it true.\n",
        f"## The table\n\n{_table_of(declared)}",
        f"## What it keeps\n\n{_entities(declared)}",
        *([f"## What it keeps in the vault\n\n{_vault(service.vault)}"] if service.vault else []),
        f"## What it is asked\n\n{_questions(service)}",
        f"## Which function may do what\n\n{_functions(service)}",
    ]
    if measured := _measured(service):
        sections.append(f"## What it costs\n\n{measured}")
    return "\n".join(sections)


def _table_of(declared: Table) -> str:
    rows = [(code(declared.name), code("PK") + " text", code("SK") + " text")]
    rows += [(code(index.name), code(index.partition) + " text", _sort_of(index)) for index in declared.indexes]
    note = f"Every index holds whole items. Items past {code(declared.ttl)} are deleted, and never read before that.\n"
    return f"{table(('table, index', 'partition', 'sort'), rows)}\n{note}"


def _sort_of(index: Index) -> str:
    return "" if index.sort is None else f"{code(index.sort)} {'number' if index.numeric else 'text'}"


def _vault(declared: Table) -> str:
    note = "A table of its own, without recovery, backup or stream: what is deleted there is gone for good.\n"
    return f"{_table_of(declared)}\n{note}\n{_entities(declared)}"


def _entities(declared: Table) -> str:
    headings = ("entity", declared.envelope.type_name, "PK", "SK", *(i.name for i in declared.indexes), "lifetime")
    return table(headings, (_entity(spec, declared) for spec in declared.entities.values()))


def _entity(spec: EntitySpec, declared: Table) -> tuple[str, ...]:
    conditions = place_conditions(spec)
    by_index: dict[str, list[str]] = {index.name: [] for index in declared.indexes}
    for place in spec.places:
        if place.index is not None:
            only = f" while {code(conditions[place.name])}" if place.name in conditions else ""
            by_index[place.index.name].append(f"{_templates(place)}{only}")
    sort = spec.key.sort.text if spec.key.sort else ""
    places = (listed(places) for places in by_index.values())
    return spec.cls.__name__, code(spec.tag), code(spec.key.partition.text), code(sort), *places, _lifetime(spec)


def _templates(place: Key) -> str:
    return code(place.partition.text) + (f" / {code(place.sort.text)}" if place.sort else "")


def _lifetime(spec: EntitySpec) -> str:
    if spec.lifetime is not None:
        return _span(spec.lifetime)
    return f"until {code('expires_at')}" if spec.can_expire else ""


def _span(length: timedelta) -> str:
    for unit, seconds in (("d", 86_400), ("h", 3600), ("min", 60)):
        if length.total_seconds() % seconds == 0:
            return f"{int(length.total_seconds() // seconds)} {unit}"
    return f"{int(length.total_seconds())} s"


def _questions(service: Service) -> str:
    headings = ("question", "entity", "where", "key condition", "asked by")
    rows = (
        (question.text, question.entity, question.index or "table", code(question.condition), _named(question.askers))
        for question in questions(service)
    )
    note = (
        "A sort key may be given whole, by its beginning, or as a range. Asked by: the functions whose permissions\n"
        "allow it and whose code names it.\n"
    )
    return f"{table(headings, rows)}\n{note}"


def _named(functions: tuple[str, ...]) -> str:
    if len(functions) > NAMED:
        return f"{len(functions)} functions"
    return listed(map(code, functions))


def _functions(service: Service) -> str:
    headings = ("function", "started by", "who", "DynamoDB", "beyond the table")
    return table(headings, (_function(service, function) for function in service.functions()))


def _function(service: Service, function: Deployable) -> tuple[str, ...]:
    who = ("anyone" if function.who is Who.PUBLIC else "user") if isinstance(function, Route) else ""
    return code(function.name), _started_by(function), who, listed(_needs(function)), listed(_beyond(function))


def _started_by(function: Deployable) -> str:
    match function:
        case Route():
            return code(f"{function.method} {function.path}")
        case Consumer():
            starts = [f"PK {code(start)}" for start in function.partitions]
            starts += [f"SK {code(start)}" for start in function.sorts]
            events = "time-to-live" if function.expired_only else listed(function.events)
            return f"stream: {events}; {listed(starts)}" if starts else f"stream: {events}"
        case Worker():
            return "queue"
        case Schedule():
            return f"every {_span(function.every)}"
    return "other functions"


def _needs(function: Function) -> Iterator[str]:
    for need in dict.fromkeys(function.needs):
        place = need.index or ("the vault" if need.vault else "")
        yield f"{need.action} on {place}" if place else need.action


def _beyond(function: Function) -> Iterator[str]:
    below = f" below {code(function.bucket_prefix)}" if function.bucket_prefix else ""
    yield from (f"{use.value}{below}" for use in function.bucket)
    yield from (f"sends to {code(worker)}" for worker in function.sends)
    yield from (f"invokes {code(isolated)}" for isolated in function.invokes)
    for extra in function.extras:
        yield from (f"{action} on {extra.kind} {code(extra.name)}" for action in extra.actions)


def _measured(service: Service) -> str | None:
    rows = capacity_rows(service)
    if rows is None:
        return None
    headings = ("function, question or entity", "round trips", "read units", "write units", "")
    return table(
        headings, ((r.name, str(r.round_trips), f"{r.read_units:g}", f"{r.write_units:g}", r.said) for r in rows)
    )
