"""What the methods return: the service's answer as it was sent, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping, Optional


@dataclass(frozen=True)
class Result:
    """``ok`` is true exactly when ``status`` is 2xx, and ``data`` is there exactly when ``ok`` is true."""

    ok: bool
    #: The HTTP status; 0 on a network error, after a timeout, and for a call that was not sent.
    status: int
    data: Optional[Mapping[str, Any]] = None
    #: For people, and subject to change: branch on ``status`` and ``code``.
    error: Optional[str] = None
    #: The service's ``error.code``, such as ``no_attribution``; absent where something else answered.
    code: Optional[str] = None
    #: The service's ``error.details``: of a 409, ``sale_id`` is the sale recorded before.
    details: Mapping[str, Any] = field(default_factory=dict)
    #: How long the service asked to wait, in seconds.
    retry_after_seconds: Optional[int] = None


@dataclass(frozen=True)
class SvcWarning:
    """Something the service wants changed although the call was taken."""

    #: ``api_key_rotation_required``: the key must be regenerated before ``rotate_by``.
    code: str
    message: str
    hint: Optional[str] = None
    #: ISO 8601: from then on the key is refused with 401.
    rotate_by: Optional[str] = None
    docs_url: Optional[str] = None
