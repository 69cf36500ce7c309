"""The clients: the same calls, with and without ``async``."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any, Awaitable, Callable, Generic, Mapping, Optional, TypeVar

import httpx

from ._exchange import content_of, fault_of, headers_of, not_sent, outcome_of, result_of
from ._requests import CallRequest, click_request, lead_request, refund_request, sale_request
from ._results import Result
from ._retry import Outcome, Retrying, retry_delay_seconds
from ._settings import API_URL_BY_DEFAULT, OnWarning, Settings, read_settings

Answer = TypeVar("Answer", Result, Awaitable[Result])


class _Calls(Generic[Answer]):
    """The methods; how a call is made is the client's own."""

    _settings: Settings
    _make: Callable[[CallRequest], Answer]

    def track_lead(
        self,
        *,
        customer_external_id: Optional[str] = None,
        click_id: Optional[str] = None,
        email: Optional[str] = None,
        event_name: Optional[str] = None,
        additional_data: Optional[Mapping[str, Any]] = None,
    ) -> Answer:
        """Reports a signup and binds the customer to the click. Raises at once without both ids."""
        return self._make(
            lead_request(customer_external_id, click_id, email=email, event_name=event_name, additional_data=additional_data)
        )

    def track_sale(
        self,
        *,
        amount: int,
        invoice_id: str,
        customer_external_id: Optional[str] = None,
        click_id: Optional[str] = None,
        tax_cents: Optional[int] = None,
        currency: Optional[str] = None,
        sale_type: Optional[str] = None,
        is_recurring: Optional[bool] = None,
        subscription_id: Optional[str] = None,
        subscription_interval: Optional[str] = None,
        event_name: Optional[str] = None,
    ) -> Answer:
        """Reports a payment, ``amount`` in the currency's smallest unit.

        A 409 means that the invoice is recorded already, perhaps by an earlier attempt of the same call whose answer was lost: treat it
        as done.
        """
        return self._make(
            sale_request(
                amount,
                invoice_id,
                customer_external_id,
                click_id=click_id,
                tax_cents=tax_cents,
                currency=currency,
                sale_type=sale_type,
                is_recurring=is_recurring,
                subscription_id=subscription_id,
                subscription_interval=subscription_interval,
                event_name=event_name,
            )
        )

    def track_click(
        self,
        *,
        affiliate_url: Optional[str] = None,
        page_url: Optional[str] = None,
        referrer_url: Optional[str] = None,
        existing_click_id: Optional[str] = None,
    ) -> Answer:
        """Reports a visit through an affiliate link, for pages that do not load the tracker. The key is not sent."""
        return self._make(
            click_request(existing_click_id, affiliate_url=affiliate_url, page_url=page_url, referrer_url=referrer_url)
        )

    def track_refund(
        self,
        *,
        invoice_id: str,
        refund_amount_cents: int = 0,
        refund_id: Optional[str] = None,
        refund_reason: Optional[str] = None,
    ) -> Answer:
        """Reports a refund, once for each. Without an amount, or with 0, everything that is left is refunded.

        Without ``refund_id`` a second refund of the same amount is taken for the first one, and skipped.
        """
        return self._make(
            refund_request(invoice_id, refund_amount_cents, refund_id=refund_id, refund_reason=refund_reason)
        )


class Svc(_Calls[Result]):
    """Reports leads, sales, clicks and refunds with the program API key.

    ``client`` is an ``httpx.Client`` of your own, for proxies and certificates; by default one is made and closed with this one.
    """

    def __init__(
        self,
        api_key: str,
        *,
        api_url: str = API_URL_BY_DEFAULT,
        timeout_seconds: float = 10,
        max_retries: int = 2,
        max_retry_delay_seconds: float = 10,
        on_warning: Optional[OnWarning] = None,
        client: Optional[httpx.Client] = None,
    ) -> None:
        self._settings = read_settings(
            api_key, api_url, timeout_seconds, max_retries, max_retry_delay_seconds, on_warning
        )
        self._client = client or httpx.Client()
        self._make = self._call

    def close(self) -> None:
        self._client.close()

    def __enter__(self) -> "Svc":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _call(self, call: CallRequest) -> Result:
        try:
            content = content_of(call)
        except (TypeError, ValueError, RecursionError) as error:
            return not_sent(error)
        retries_made = 0
        while True:
            outcome = self._attempt(call, content)
            delay = _delay(self._settings, call, outcome, retries_made)
            if delay is None:
                return result_of(self._settings, outcome, time.time())
            time.sleep(delay)
            retries_made += 1

    def _attempt(self, call: CallRequest, content: bytes) -> Outcome:
        settings = self._settings
        try:
            response = self._client.post(
                f"{settings.api_url}{call.path}",
                content=content,
                headers=headers_of(settings, call),
                timeout=settings.timeout_seconds,
                # Followed, a redirected POST would arrive as a GET without its body.
                follow_redirects=False,
            )
            return outcome_of(settings, response)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            return fault_of(settings, error)


class AsyncSvc(_Calls[Awaitable[Result]]):
    """The same for ``async`` code. ``client`` is an ``httpx.AsyncClient`` of your own."""

    def __init__(
        self,
        api_key: str,
        *,
        api_url: str = API_URL_BY_DEFAULT,
        timeout_seconds: float = 10,
        max_retries: int = 2,
        max_retry_delay_seconds: float = 10,
        on_warning: Optional[OnWarning] = None,
        client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        self._settings = read_settings(
            api_key, api_url, timeout_seconds, max_retries, max_retry_delay_seconds, on_warning
        )
        self._client = client or httpx.AsyncClient()
        self._make = self._call

    async def aclose(self) -> None:
        await self._client.aclose()

    async def __aenter__(self) -> "AsyncSvc":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def _call(self, call: CallRequest) -> Result:
        try:
            content = content_of(call)
        except (TypeError, ValueError, RecursionError) as error:
            return not_sent(error)
        retries_made = 0
        while True:
            outcome = await self._attempt(call, content)
            delay = _delay(self._settings, call, outcome, retries_made)
            if delay is None:
                return result_of(self._settings, outcome, time.time())
            await asyncio.sleep(delay)
            retries_made += 1

    async def _attempt(self, call: CallRequest, content: bytes) -> Outcome:
        settings = self._settings
        try:
            response = await self._client.post(
                f"{settings.api_url}{call.path}",
                content=content,
                headers=headers_of(settings, call),
                timeout=settings.timeout_seconds,
                follow_redirects=False,
            )
            return outcome_of(settings, response)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            return fault_of(settings, error)


def _delay(settings: Settings, call: CallRequest, outcome: Outcome, retries_made: int) -> Optional[float]:
    return retry_delay_seconds(
        outcome,
        Retrying(
            is_idempotent=call.is_idempotent,
            retries_made=retries_made,
            max_retries=settings.max_retries,
            max_retry_delay_seconds=settings.max_retry_delay_seconds,
            chance=random.random(),
            now=time.time(),
        ),
    )
