// The error codes callers branch on: a closed catalogue, each code with one line of meaning.
// It only grows: a code that was ever sent keeps its meaning, whatever becomes of the message beside it.
// It knows no statuses and no envelopes: those are http/errors.ts.
export const errorMeanings = {
  invalid_request: "The request could not be read as this call: its message names the field or the header at fault.",
  no_attribution:
    "Nothing the call names leads to a partner: neither customer_key nor click_id is known to the program, or what they lead to cannot earn.",
  unknown_link: "The affiliate link's aff code, or the program a test click names, does not exist.",
  unauthorized: "The Authorization header is missing or malformed, or its key opens no active program.",
  api_key_rotation_required: "The key is past the date by which it had to be replaced. Regenerate it.",
  invalid_signature: "The webhook's signature does not prove that the provider sent it to this connection.",
  forbidden:
    "You belong to the workspace, but this is for its owners, or for the operator; or the call did not come from a page of ours.",
  insufficient_scope: "The agent key may not do this: details.required_scope names the scope it lacks.",
  not_found: "There is nothing at this address, or nothing that you may see.",
  unknown_connection: "There is no active connection of this provider at this address.",
  sale_not_found: "The program has no sale with this transaction_id.",
  method_not_allowed: "The address exists, but not for this method: the Allow header names those it has.",
  duplicate_transaction:
    "The transaction_id is already recorded; details.sale_id is its sale. Treat it as a success and do not retry.",
  unsupported_currency: "The currency is not one of USD, EUR and VND. Nothing was created.",
  reference_already_paid: "The payment reference belongs to an order that is paid already. Nothing was changed.",
  partner_code_taken:
    "Another partner of this installation has the code; details name it when it is your own. Nothing was created.",
  partner_email_taken: "Another partner of the program signs in with this e-mail. Nothing was changed.",
  coupon_taken:
    "The discount code, or an id a provider has for it, is another partner's; details name the partner. Nothing was changed.",
  application_decided: "The application is approved or declined already. Nothing was changed.",
  idempotency_key_reused:
    "The Idempotency-Key belongs to another call of yours within the last 24 hours. Nothing was done.",
  already_attributed: "The payment is a partner's sale already: take it from that partner first. Nothing was changed.",
  not_attributable:
    "The payment can be given to nobody by hand: it neither waits for a partner nor was taken from one, or it came too late.",
  not_attributed:
    "There is nothing to take away or to undo: the payment is nobody's sale, or nothing was decided of it.",
  partner_inactive: "The partner is not active and earns nothing. Nothing was changed.",
  payout_closed: "The payout is paid, cancelled or returned already: what was asked for cannot become of it any more.",
  import_running: "Another import of the program is being recorded. Nothing was changed: make the same call after it.",
  replay_refused:
    "A replay or a verification cannot be begun, applied or dropped as things stand: its message says why. Nothing was changed.",
  refund_exceeds_sale: "The refund is larger than what is left of the sale. Nothing was recorded.",
  provider_refused:
    "The payment provider did not do what was asked of it with this API key: the message says why, with the provider's status. Nothing was changed.",
  address_not_public:
    "The provider cannot reach this service's public address, SVC_BASE_URL, from outside by https. Nothing was changed.",
  rate_limited: "Too many requests: wait for retry_after_seconds.",
  internal_error:
    "The fault is ours and nothing was recorded: make the same call again, after Retry-After where it is given.",
} as const satisfies Readonly<Record<string, string>>;

export type ErrorCode = keyof typeof errorMeanings;

export const errorCodes = Object.keys(errorMeanings).filter(isErrorCode);

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorMeanings, text);
}
