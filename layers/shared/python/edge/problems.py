"""Errors as RFC 9457 problems: the one place where a meaning becomes an HTTP status."""

from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any

from msgspec import Struct

from singletable import errors
from singletable.refusal import Kind, Refused

CONTENT_TYPE = "application/problem+json"
NO_FACTS: Mapping[str, object] = {}

STATUS: Mapping[Kind, HTTPStatus] = {
    Kind.INVALID: HTTPStatus.BAD_REQUEST,
    Kind.UNPROVEN: HTTPStatus.UNAUTHORIZED,
    Kind.UNPAID: HTTPStatus.PAYMENT_REQUIRED,
    Kind.FORBIDDEN: HTTPStatus.FORBIDDEN,
    Kind.ABSENT: HTTPStatus.NOT_FOUND,
    Kind.CONFLICT: HTTPStatus.CONFLICT,
    Kind.GONE: HTTPStatus.GONE,
    Kind.STALE: HTTPStatus.PRECONDITION_FAILED,
    Kind.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    Kind.UNSUPPORTED: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    Kind.UNPROCESSABLE: HTTPStatus.UNPROCESSABLE_ENTITY,
    Kind.EXHAUSTED: HTTPStatus.TOO_MANY_REQUESTS,
    Kind.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
}


class FieldError(Struct, frozen=True):
    """One field that is wrong, by its path: `body.members[0].email`."""

    path: str
    code: str
    message: str


class Problem(Exception):
    """An answer that is not a success."""

    def __init__(
        self,
        status: HTTPStatus,
        code: str,
        detail: str,
        errors: tuple[FieldError, ...] = (),
        facts: Mapping[str, object] = NO_FACTS,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(code)
        self.status, self.code, self.detail = status, code, detail
        self.errors, self.facts, self.retry_after = errors, facts, retry_after

    def body(self, request_id: str) -> dict[str, Any]:
        out: dict[str, Any] = {
            "type": f"urn:quartet:problem:{self.code}",
            "title": self.status.phrase,
            "status": self.status.value,
            "detail": self.detail,
            "code": self.code,
            "request_id": request_id,
            **self.facts,
        }
        if self.errors:
            out["errors"] = [{"path": e.path, "code": e.code, "message": e.message} for e in self.errors]
        return out

    def headers(self) -> dict[str, str]:
        headers = {"Content-Type": CONTENT_TYPE, "Cache-Control": "no-store"}
        if self.retry_after is not None:
            headers["Retry-After"] = str(self.retry_after)
        return headers


def problem_of(error: Exception, *, now: datetime, conditional: bool = False) -> Problem | None:
    """The problem that an error means, or None where it means a fault of ours.

    `conditional`: the caller sent If-Match, so a lost race is a failed precondition rather than a conflict.
    """
    if isinstance(error, Problem):
        return error
    if isinstance(error, Refused):
        return _refused(error, now)
    if isinstance(error, errors.VersionConflict):
        if conditional:
            return Problem(HTTPStatus.PRECONDITION_FAILED, "stale_version", "It was changed since that version.")
        return Problem(HTTPStatus.CONFLICT, "edit_conflict", "Somebody changed it at the same time.", retry_after=1)
    if isinstance(error, errors.NotFound):
        return Problem(HTTPStatus.NOT_FOUND, "not_found", "There is no such thing.")
    if isinstance(error, errors.ConditionRefused):
        return Problem(HTTPStatus.CONFLICT, "edit_conflict", "Somebody was faster.", retry_after=1)
    if isinstance(error, errors.BadCursor):
        where = (FieldError("query.cursor", "bad_cursor", "Use `next_cursor` of the same list, unaltered."),)
        return Problem(HTTPStatus.BAD_REQUEST, "bad_cursor", "The cursor does not belong to this list.", where)
    if isinstance(error, errors.InvalidKey):
        return Problem(HTTPStatus.BAD_REQUEST, "invalid_request", "A value cannot identify anything.")
    if isinstance(error, errors.NumberOutOfRange):
        return Problem(HTTPStatus.BAD_REQUEST, "invalid_request", "A number is too large, too small or too precise.")
    if isinstance(error, errors.ItemTooLarge):
        return Problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large", "It is larger than can be stored.")
    if isinstance(error, errors.Throttled):
        return Problem(HTTPStatus.SERVICE_UNAVAILABLE, "busy", "Too busy right now; try again.", retry_after=1)
    return None


def _refused(error: Refused, now: datetime) -> Problem:
    blamed = (FieldError(error.field, error.code, error.detail),) if error.field else ()
    retry = None
    if error.retry_at is not None:
        retry = max(1, -int(-(error.retry_at - now).total_seconds() // 1))
    elif error.kind is Kind.UNAVAILABLE:
        retry = 1
    return Problem(STATUS[error.kind], error.code, error.detail, blamed, error.facts, retry)
