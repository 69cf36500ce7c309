// What a lead earns its partner, where the program pays for leads: a commission of its own under the lead's id, once a customer. The
// customer's first lead counts, on the reward in force when it was received, once a server's call or a verified payment vouched for it. A person
// who bought before, or came by an import, is no new lead. Once it is there nothing moves it to another partner.

import type { Books } from "../../books.ts";
import { leadRewardSettingsOf } from "../../events/settings/lead-reward-settings.ts";
import type { LeadRow } from "../../rows/rows.ts";
import { addDays } from "../../time.ts";
import type { FoldContext } from "../context.ts";
import { examineLead } from "../flags/examine-lead.ts";
import { subjectOf } from "../keys.ts";
import { putCommission } from "../reversal/paid-out.ts";
import { restateEarned } from "../reversal/restatement.ts";
import { settingsInForce } from "../settings-in-force.ts";
import { groupOf, holdPeriodDays, usesTerms } from "../terms/in-force.ts";
import { isImported, isPartnerActive } from "./attribution.ts";

/** True when it earned its partner a commission just now. */
export function rewardLead(context: FoldContext, customerKey: string): boolean {
  const { books } = context;
  const lead = firstLead(books, customerKey);
  if (lead === undefined || lead.is_provisional) return false;
  const { lead_reward: reward } = leadRewardSettingsOf(settingsInForce(books, lead.lead_id));
  if (reward === null || books.of.commission.get(lead.lead_id) !== undefined) return false;
  if (isKnownBefore(books, customerKey, lead.lead_id) || !isPartnerActive(books, lead.partner_id)) return false;
  const { lead_id, partner_id, reported_at } = lead;
  restateEarned(context, lead, () =>
    putCommission(books, lead_id, {
      program_id: books.programId,
      sale_id: lead_id,
      kind: "lead",
      partner_id,
      amount_cents: reward.amount_cents,
      amount_at_sale_cents: reward.amount_cents,
      currency: reward.currency,
      status: "pending",
      stage: "pending",
      hold_until: addDays(reported_at, holdDays(books, lead, customerKey)),
      terms: null,
    }),
  );
  examineLead(context, lead);
  return true;
}

export function isLeadRewarded(books: Books, customerKey: string): boolean {
  return rewardedLead(books, customerKey) !== undefined;
}

/** Again, by what its event says of its customer. */
export function examineReward(context: FoldContext, customerKey: string): void {
  const lead = rewardedLead(context.books, customerKey);
  if (lead !== undefined) examineLead(context, lead);
}

function rewardedLead(books: Books, customerKey: string): LeadRow | undefined {
  const lead = firstLead(books, customerKey);
  if (lead === undefined || leadRewardSettingsOf(settingsInForce(books, lead.lead_id)).lead_reward === null)
    return undefined;
  return books.of.commission.get(lead.lead_id) === undefined ? undefined : lead;
}

function firstLead(books: Books, customerKey: string): LeadRow | undefined {
  const leads = books.of.lead.list(subjectOf.customer(customerKey));
  return leads.toSorted((one, other) => one.lead_id - other.lead_id)[0];
}

/** Also by a sale that a person gave to a partner. */
function isKnownBefore(books: Books, customerKey: string, leadId: number): boolean {
  const customer = books.of.customer.get(customerKey);
  if (customer === undefined) return false;
  return isImported(customer) || (customer.first_sale_id !== null && customer.first_sale_id < leadId);
}

function holdDays(books: Books, { partner_id, lead_id }: LeadRow, customer_key: string): number {
  const groupId = usesTerms(books) ? groupOf(books, { partner_id, product_id: null, customer_key }, lead_id) : null;
  return holdPeriodDays(books, groupId, lead_id);
}
