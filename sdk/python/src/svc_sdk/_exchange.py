"""What goes over the wire and what came back, without the sending itself, which is done with or without ``async``.

What is not an answer of the service is no answer: a sign-in page behind a 200 must not pass for a recorded sale.
"""

from __future__ import annotations

import json
import math
from typing import Any, Mapping, Optional

import httpx

from ._requests import CallRequest
from ._results import Result, SvcWarning
from ._retry import Outcome, retry_after_seconds
from ._settings import API_URL_BY_DEFAULT, Settings


def content_of(call: CallRequest) -> bytes:
    """Raises ``ValueError`` or ``TypeError`` for what JSON cannot hold; NaN is such a thing."""
    return json.dumps(call.body, allow_nan=False).encode()


def headers_of(settings: Settings, call: CallRequest) -> Mapping[str, str]:
    key = {"Authorization": f"Bearer {settings.api_key}"} if call.sends_key else {}
    return {"Content-Type": "application/json", **key}


def outcome_of(settings: Settings, response: httpx.Response) -> Outcome:
    try:
        body = response.json()
    except ValueError as error:
        body, fault = None, f": {error}"
    else:
        fault = ""
    if not isinstance(body, dict):
        if response.is_success:
            return unanswered(settings, f"a {response.status_code} that is no JSON object of the service{fault}")
        body = None
    return Outcome(
        status=response.status_code,
        body=body,
        reason=response.reason_phrase,
        retry_after=response.headers.get("retry-after"),
        location=response.headers.get("location"),
    )


def unanswered(settings: Settings, what: str) -> Outcome:
    url = settings.api_url
    where = f"{url} (the default: is api_url missing?)" if url == API_URL_BY_DEFAULT else url
    return Outcome(status=0, error=f"No answer from {where}: {what.rstrip('.')}.")


def fault_of(settings: Settings, error: Exception) -> Outcome:
    if isinstance(error, httpx.TimeoutException):
        return unanswered(settings, f"nothing within {settings.timeout_seconds:g} s")
    return unanswered(settings, str(error) or type(error).__name__)


def not_sent(error: Exception) -> Result:
    return Result(ok=False, status=0, error=f"Nothing was sent: {error}")


def result_of(settings: Settings, outcome: Outcome, now: float) -> Result:
    if outcome.status == 0:
        return Result(ok=False, status=0, error=outcome.error)
    _tell_warnings(settings, outcome.body)
    if outcome.body is not None and 200 <= outcome.status <= 299:
        return Result(ok=True, status=outcome.status, data=outcome.body)
    said = (outcome.body or {}).get("error")
    wait = retry_after_seconds(outcome.retry_after, now)
    details = said.get("details") if isinstance(said, dict) else None
    return Result(
        ok=False,
        status=outcome.status,
        error=_words_of(said) or _without_words(outcome),
        code=_text(said.get("code")) if isinstance(said, dict) else None,
        details=details if isinstance(details, dict) else {},
        retry_after_seconds=None if wait is None else math.ceil(wait),
    )


def _words_of(said: Any) -> Optional[str]:
    return _text(said.get("message")) if isinstance(said, dict) else _text(said)


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) and value != "" else None


def _without_words(outcome: Outcome) -> str:
    """Of an answer that is not the service's own."""
    if outcome.location is not None:
        return f"{outcome.status}: moved to {outcome.location}; give the address it moved to as api_url."
    return outcome.reason or f"HTTP status {outcome.status}"


def _tell_warnings(settings: Settings, body: Optional[Mapping[str, Any]]) -> None:
    """Also of refusals: a flagged key says so in every answer."""
    warnings = (body or {}).get("warnings")
    for warning in warnings if isinstance(warnings, list) else []:
        if not isinstance(warning, dict):
            continue
        code, message = _text(warning.get("code")), _text(warning.get("message"))
        if code is None or message is None:
            continue
        others = {name: _text(warning.get(name)) for name in ("hint", "rotate_by", "docs_url")}
        tell(settings, SvcWarning(code, message, **others))


def tell(settings: Settings, warning: SvcWarning) -> None:
    try:
        settings.on_warning(warning)
    except Exception:
        # The call was taken: a fault of the listener must not make it look failed.
        pass
