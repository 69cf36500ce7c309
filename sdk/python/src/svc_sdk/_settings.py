"""The options of a client, held against their rules once, when it is made: a bad one raises there and never in a call."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field
from typing import Callable, Optional
from urllib.parse import urlsplit

from ._results import SvcWarning

#: Where the service listens when it is started by itself. Nothing leaves the machine by a forgotten option.
API_URL_BY_DEFAULT = "http://127.0.0.1:8080"
MAX_RETRIES_MAX = 10

OnWarning = Callable[[SvcWarning], None]


@dataclass(frozen=True)
class Settings:
    #: Kept out of everything that is printed or raised.
    api_key: str = field(repr=False)
    api_url: str
    timeout_seconds: float
    max_retries: int
    max_retry_delay_seconds: float
    on_warning: OnWarning = field(repr=False)


def read_settings(
    api_key: str,
    api_url: str,
    timeout_seconds: float,
    max_retries: int,
    max_retry_delay_seconds: float,
    on_warning: Optional[OnWarning],
) -> Settings:
    if not isinstance(api_key, str) or api_key == "":
        raise ValueError("Svc needs api_key, the program API key.")
    if not re.fullmatch(r"[\x21-\x7e]+", api_key):
        raise ValueError("api_key holds a space, a line break or a special character.")
    if not timeout_seconds > 0:
        raise ValueError("timeout_seconds must be more than 0.")
    if isinstance(max_retries, bool) or not isinstance(max_retries, int) or not 0 <= max_retries <= MAX_RETRIES_MAX:
        raise ValueError(f"max_retries must be a whole number from 0 to {MAX_RETRIES_MAX}.")
    if not max_retry_delay_seconds >= 0:
        raise ValueError("max_retry_delay_seconds must be 0 or more.")
    return Settings(
        api_key=api_key,
        api_url=_read_url(api_url),
        timeout_seconds=timeout_seconds,
        max_retries=max_retries,
        max_retry_delay_seconds=max_retry_delay_seconds,
        on_warning=on_warning or _WarnOnce(),
    )


def _read_url(api_url: str) -> str:
    parts = urlsplit(api_url)
    is_plain = parts.hostname and parts.username is None and not re.search(r"[?#\s]", api_url)
    if not is_plain or parts.scheme not in ("http", "https"):
        raise ValueError("api_url must be an http or https address without query and credentials.")
    return api_url.rstrip("/")


class _WarnOnce:
    """A key about to be refused must not go unnoticed where nobody listens: each code is logged once."""

    def __init__(self) -> None:
        self._said: set[str] = set()

    def __call__(self, warning: SvcWarning) -> None:
        if warning.code in self._said:
            return
        self._said.add(warning.code)
        until = f" (by {warning.rotate_by})" if warning.rotate_by else ""
        logging.getLogger("svc_sdk").warning("%s: %s%s", warning.code, warning.message, until)
