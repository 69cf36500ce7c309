"""From a method's arguments to the HTTP call it means, and whether that call may be repeated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping

ID_CHARACTERS_MAX = 255
_SAFE_INTEGER_MAX = 2**53 - 1


@dataclass(frozen=True)
class CallRequest:
    path: str
    sends_key: bool
    #: Made twice, the call has the effect of one.
    is_idempotent: bool
    body: Mapping[str, Any]


def lead_request(customer_external_id: Any, click_id: Any, **others: Any) -> CallRequest:
    if not customer_external_id and not click_id:
        raise ValueError("track_lead needs customer_external_id or click_id.")
    body = _present(customer_key=customer_external_id, click_id=click_id, **others)
    return CallRequest("/api/v1/track/lead", sends_key=True, is_idempotent=True, body=body)


def sale_request(amount: Any, invoice_id: Any, customer_external_id: Any, **others: Any) -> CallRequest:
    if not _is_whole(amount) or amount <= 0:
        raise ValueError("track_sale needs amount as a positive integer in the currency's smallest unit.")
    if not isinstance(invoice_id, str) or not 0 < len(invoice_id) <= ID_CHARACTERS_MAX:
        raise ValueError(f"track_sale needs invoice_id as a string of 1 to {ID_CHARACTERS_MAX} characters.")
    body = _present(amount_cents=amount, transaction_id=invoice_id, customer_key=customer_external_id, **others)
    return CallRequest("/api/v1/track/sale", sends_key=True, is_idempotent=True, body=body)


def click_request(existing_click_id: Any, **others: Any) -> CallRequest:
    """Without the click the visitor has, each call makes a new one: it may not be repeated."""
    body = _present(existing_click_id=existing_click_id, **others)
    return CallRequest("/api/v1/track/click", sends_key=False, is_idempotent=bool(existing_click_id), body=body)


def refund_request(invoice_id: Any, refund_amount_cents: Any, **others: Any) -> CallRequest:
    if not invoice_id:
        raise ValueError("track_refund needs invoice_id.")
    # None where an amount was meant would refund everything.
    if not _is_whole(refund_amount_cents):
        raise ValueError("track_refund takes refund_amount_cents as a whole number; leave it out to refund the rest.")
    body = _present(transaction_id=invoice_id, refund_amount_cents=refund_amount_cents or None, **others)
    return CallRequest("/api/v1/track/refund", sends_key=True, is_idempotent=True, body=body)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _SAFE_INTEGER_MAX


def _present(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}
