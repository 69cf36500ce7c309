"""Whether a call is made again, and when: a pure decision.

Only a call whose repetition has no further effect is repeated after an answer that was lost or says 5xx. Any call may be repeated after
429, which is said before a call is looked at. No other 4xx ever gets better by asking again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Mapping, Optional

_FIRST_DELAY_SECONDS = 0.5


@dataclass(frozen=True)
class Outcome:
    """One attempt. ``status`` is 0 where nothing of the service came back; ``error`` says why."""

    status: int
    #: None where it is no JSON object.
    body: Optional[Mapping[str, Any]] = None
    reason: str = ""
    retry_after: Optional[str] = None
    location: Optional[str] = None
    error: str = ""


@dataclass(frozen=True)
class Retrying:
    is_idempotent: bool
    retries_made: int
    max_retries: int
    max_retry_delay_seconds: float
    #: From 0 up to 1: callers that failed together must not come back together.
    chance: float
    #: Unix time in seconds, for a Retry-After that is a date.
    now: float


def retry_delay_seconds(outcome: Outcome, retrying: Retrying) -> Optional[float]:
    """How long to wait before the next attempt, or None for none."""
    if retrying.retries_made >= retrying.max_retries or not _may_be_repeated(outcome, retrying.is_idempotent):
        return None
    limit = retrying.max_retry_delay_seconds
    asked = retry_after_seconds(outcome.retry_after, retrying.now)
    # To come earlier than asked would only be refused again.
    if asked is not None and asked > limit:
        return None
    if asked is not None:
        return min(limit, asked + _FIRST_DELAY_SECONDS * retrying.chance)
    backoff: float = min(limit, _FIRST_DELAY_SECONDS * 2**retrying.retries_made)
    return backoff * (0.5 + retrying.chance / 2)


def _may_be_repeated(outcome: Outcome, is_idempotent: bool) -> bool:
    if outcome.status == 429:
        return True
    return is_idempotent and (outcome.status == 0 or outcome.status >= 500)


def retry_after_seconds(header: Optional[str], now: float) -> Optional[float]:
    """None where the header is absent or says neither seconds nor a date."""
    if header is None:
        return None
    if re.fullmatch(r"\d+", header):
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - now)
    except (TypeError, ValueError):
        return None
