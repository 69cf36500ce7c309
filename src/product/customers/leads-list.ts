// The leads of a program, by id: as they were reported.

import type { Kysely } from "kysely";
import { z } from "zod";
import { subjectOf } from "../../core/rules/fold/keys.ts";
import { flag, id, text, time, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { isOfPartner } from "../partners/condition.ts";

export const leadLine = z.strictObject({
  lead_id: id("The lead"),
  customer_key: wordsOrNull("The brand's own id of the customer"),
  click_id: wordsOrNull("The click that brought it; null where a discount code bound its customer"),
  partner_id: id("The partner whose click that was"),
  event_name: wordsOrNull("What happened, such as signup; null where the lead was reported without a name"),
  is_provisional: flag("Claimed only by a browser: it earns nothing yet"),
  reported_at: time("When it was reported"),
});

export type LeadLine = z.output<typeof leadLine>;

export const leadFilters = {
  partner_id: id("Only of this partner").optional(),
  customer_key: text("Only of this customer").optional(),
};

export type LeadFilter = Filter<typeof leadFilters>;

const byLeadId = keyset("leads", numberKey);

export async function listLeads(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: LeadFilter = {},
): Promise<Page<LeadLine>> {
  const [afterLeadId] = byLeadId.after(request, [0]);
  const { partner_id: partnerId, customer_key: customerKey } = filter;
  let query = db
    .selectFrom("lead")
    .select((lead) => [
      "lead_id",
      "customer_key",
      "click_id",
      "partner_id",
      lead.fn<string | null>("nullif", ["event_name", lead.val("")]).as("event_name"),
      "is_provisional",
      "reported_at",
    ])
    .where("lead_id", ">", afterLeadId)
    .orderBy("lead_id")
    .limit(request.limit + 1);
  if (customerKey !== undefined) {
    // A lead that names a customer is kept under it.
    query = query.where("program_id", "=", programId).where("subject", "=", subjectOf.customer(customerKey));
    query = query.where("customer_key", "=", customerKey);
    if (partnerId !== undefined) query = query.where("partner_id", "=", partnerId);
  } else if (partnerId !== undefined) query = query.where(isOfPartner(db, programId, partnerId));
  else query = query.where("program_id", "=", programId);
  return byLeadId.page(await query.execute(), request, (lead) => [lead.lead_id]);
}
