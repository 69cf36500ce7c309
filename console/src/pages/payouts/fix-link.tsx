// The page that removes the reason why a partner or a payout cannot be paid now; nothing where no page does.
import { Link } from "@tanstack/react-router";
import type { Schemas } from "../../api/queries.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/payouts.ts";

export type FixReason =
  | Schemas["PayoutsPreflight"]["left_out"][number]["reason"]
  | "not_created"
  | "was_exported"
  | "sum_changed"
  | "currency_not_paid"
  | "recipient_incomplete";

type Fix = { readonly at: "partner" | "settings"; readonly words: string };

const fixes: { readonly [Reason in FixReason]?: Fix } = {
  no_recipient: { at: "partner", words: say("setPayoutDetails") },
  recipient_incomplete: { at: "partner", words: say("completePayoutDetails") },
  terms_not_accepted: { at: "partner", words: say("openPartner") },
  tax_details_missing: { at: "partner", words: say("openPartner") },
  tax_form_expired: { at: "partner", words: say("openPartner") },
  banned: { at: "partner", words: say("liftBan") },
  over_payout_limit: { at: "settings", words: say("changeLimits") },
  over_day_limit: { at: "settings", words: say("changeLimits") },
  currency_not_paid: { at: "settings", words: say("chooseAnotherProvider") },
};

type FixLinkProps = {
  readonly programId: number;
  readonly partnerId: number | null;
  readonly reason: FixReason;
};

export function FixLink({ programId, partnerId, reason }: FixLinkProps) {
  const fix = fixes[reason];
  if (fix === undefined || (fix.at === "partner" && partnerId === null)) return null;
  const to =
    fix.at === "settings" ? pathOf(programId, "settings", "payouts") : pathOf(programId, "partners", partnerId ?? 0);
  return <Link to={to}>{fix.words}</Link>;
}
