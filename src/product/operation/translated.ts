// Translates refusals of lower layers into refusals of a call: a missing right, an impossible configuration, an invalid cursor. Everything
// else passes unchanged.
import { AccessRefused } from "../../access/access-refused.ts";
import { InvalidCursor } from "../../core/vocabulary/page.ts";
import { ReplayRefused } from "../../engine/replay/replay-refused.ts";
import { AddressNotPublic, AskDelayed, AskFailed, CodeTaken } from "../connections/provider-apis/ask-failed.ts";
import { ImportDelayed, ImportRefused } from "../imports/import-refused.ts";
import { LimitReached } from "./caps.ts";
import { AttributionRefused, ConfigurationRefused, CouponRefused, PayoutRefused } from "./change-refused.ts";
import { Refusal, type RefusalKind } from "./refusal.ts";

const importRetrySeconds = 30;

const configurationKinds: { readonly [Code in ConfigurationRefused["code"]]: RefusalKind } = {
  unknown_workspace: "not_found",
  unknown_program: "not_found",
  unknown_partner: "not_found",
  unknown_group: "not_found",
  recruiter_refused: "recruiter_refused",
  unsupported_currency: "unsupported_currency",
  unknown_bonus: "not_found",
  bonus_taken: "bonus_taken",
  too_many_bonuses: "limit_reached",
  too_many_groups: "limit_reached",
  too_many_terms: "limit_reached",
  unknown_application: "not_found",
  code_taken: "partner_code_taken",
  email_taken: "partner_email_taken",
  application_decided: "application_decided",
};

const payoutKinds: { readonly [Code in PayoutRefused["code"]]: RefusalKind } = {
  unknown_payout: "not_found",
  payout_closed: "payout_closed",
  payout_withheld: "payout_withheld",
  second_person_required: "second_person_required",
};

const couponKinds: { readonly [Code in CouponRefused["code"]]: RefusalKind } = {
  unknown_partner: "not_found",
  unknown_coupon: "not_found",
  coupon_taken: "coupon_taken",
};

const attributionKinds: { readonly [Code in AttributionRefused["code"]]: RefusalKind } = {
  unknown_payment: "not_found",
  unknown_partner: "not_found",
  partner_inactive: "partner_inactive",
  no_attribution: "no_attribution",
  already_attributed: "already_attributed",
  not_attributable: "not_attributable",
  not_attributed: "not_attributed",
};

export function translated(error: unknown): unknown {
  if (error instanceof AccessRefused) return new Refusal(error.kind, error.message, { details: error.details });
  if (error instanceof ConfigurationRefused) {
    return new Refusal(configurationKinds[error.code], error.message, { details: error.details });
  }
  if (error instanceof AttributionRefused) return new Refusal(attributionKinds[error.code], error.message);
  if (error instanceof CouponRefused) {
    return new Refusal(couponKinds[error.code], error.message, { details: error.details });
  }
  if (error instanceof LimitReached)
    return new Refusal("limit_reached", error.message, { details: { max: error.max } });
  if (error instanceof PayoutRefused) return new Refusal(payoutKinds[error.code], error.message);
  if (error instanceof AskDelayed) {
    return new Refusal("busy", `${error.message} Repeat the call.`, {
      retryAfterSeconds: error.retryAfterSeconds,
    });
  }
  if (error instanceof AddressNotPublic) return new Refusal("address_not_public", error.message);
  if (error instanceof CodeTaken) return new Refusal("coupon_taken", error.message);
  if (error instanceof AskFailed) return new Refusal("provider_refused", error.message);
  if (error instanceof ImportRefused) return new Refusal("import_running", error.message);
  if (error instanceof ImportDelayed) {
    return new Refusal("busy", error.message, { retryAfterSeconds: importRetrySeconds });
  }
  if (error instanceof ReplayRefused) return new Refusal("replay_refused", error.message);
  if (error instanceof InvalidCursor) {
    const faults = [{ field: "cursor", message: "is not one that this list has given." }];
    return new Refusal("invalid_request", error.message, { faults });
  }
  return error;
}
