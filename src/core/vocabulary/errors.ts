// The error codes callers branch on: a closed catalogue, each code with one line of meaning.
// It only grows: a code that was ever sent keeps its meaning, even if its message changes.
// It knows no statuses and no envelopes: those are http/errors.ts.
export const errorMeanings = {
  invalid_request: "The request is invalid: the message names the invalid field or header.",
  no_attribution:
    "No partner was found: the program knows neither the customer_key nor the click_id, or their partner cannot earn.",
  unknown_link: "The aff code of the affiliate link, or the program that a test click names, does not exist.",
  unauthorized: "The Authorization header is missing or malformed, or its key belongs to no active program.",
  api_key_rotation_required: "The key has passed its rotation deadline. Regenerate it.",
  invalid_signature: "The webhook's signature is not valid for this connection.",
  forbidden:
    "Your role lacks the right that the message names, or only the operator may do this. Or the call did not come from a page of this service.",
  second_factor_required:
    "The workspace requires a second factor, and your account has none: set one up at /account/second-factor or add a passkey at /account/passkeys.",
  insufficient_scope: "The agent key or the token lacks a scope: details.required_scope names it.",
  not_found: "Nothing exists at this address, or you may not see it.",
  unknown_connection: "No active connection of this provider exists at this address.",
  sale_not_found: "The program has no sale with this transaction_id.",
  method_not_allowed: "The address does not support this method: the Allow header lists those it supports.",
  duplicate_transaction:
    "The transaction_id is already recorded; details.sale_id is its sale. Treat it as a success and do not retry.",
  unsupported_currency:
    "The program does not take this currency: it takes USD, EUR and VND unless its owner set others. Nothing was created.",
  reference_already_paid: "The payment reference belongs to an order that is already paid. Nothing was changed.",
  partner_code_taken:
    "Another partner of this installation has the code; details name the partner when it is your own. Nothing was created.",
  partner_email_taken: "Another partner of the program signs in with this e-mail. Nothing was changed.",
  bonus_taken: "The program has another bonus with this id, or one that was stopped. Nothing was changed.",
  coupon_taken:
    "The discount code, or a provider's id of it, belongs to another partner; details name the partner. Nothing was changed.",
  recruiter_refused:
    "The partner has a recruiter or a commission already, or would earn by itself. Nothing was changed.",
  application_decided: "The application is already approved or declined. Nothing was changed.",
  limit_reached: "The account, workspace or program has reached a limit; details name it. Nothing was changed.",
  idempotency_key_reused:
    "Another call of yours used this Idempotency-Key within the last 24 hours. Nothing was changed.",
  already_attributed: "The payment is already a sale of a partner: remove that attribution first. Nothing was changed.",
  not_attributable:
    "The payment cannot be attributed manually: it is neither pending nor unattributed, or it arrived too late.",
  not_attributed: "The payment has no attribution to remove and no manual decision to undo.",
  partner_inactive: "The partner is inactive and earns nothing. Nothing was changed.",
  payout_withheld: "The payout may not be paid now: the message says why. Nothing was changed.",
  second_person_required: "You created this payout: another person must approve it. Nothing was changed.",
  payout_closed: "The payout's status does not allow this: the message says why.",
  import_running:
    "Another import of the program is running, or your account has reached its limit of running imports. Nothing was changed: repeat the call when one of them has finished.",
  replay_refused:
    "The replay or verification is in a state that does not allow this: the message says why. Nothing was changed.",
  refund_exceeds_sale: "The refund is larger than the remaining amount of the sale. Nothing was recorded.",
  provider_refused:
    "The payment provider refused the request with this API key: the message gives its reason and status. Nothing was changed.",
  address_not_public: "The provider cannot reach SVC_BASE_URL over https. Nothing was changed.",
  rate_limited: "Too many requests: wait for retry_after_seconds.",
  internal_error:
    "Internal error; nothing was recorded. Repeat the call, after Retry-After where that header is present.",
} as const satisfies Readonly<Record<string, string>>;

export type ErrorCode = keyof typeof errorMeanings;

export const errorCodes = Object.keys(errorMeanings).filter(isErrorCode);

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorMeanings, text);
}
