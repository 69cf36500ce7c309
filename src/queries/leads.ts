// The leads of a program, by id: as they were reported.
import type { Kysely } from "kysely";
import { subjectOf } from "../core/fold/keys.ts";
import type { LeadRow } from "../core/rows.ts";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";
import { isOfPartner } from "./partner-condition.ts";

export type LeadLine = Omit<LeadRow, "program_id" | "subject" | "event_name"> & {
  /** Null where the lead was reported without a name. */
  readonly event_name: string | null;
};

export type LeadFilter = { readonly partnerId?: number | undefined; readonly customerKey?: string | undefined };

const byLeadId = keyset("leads", numberKey);

export async function listLeads(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: LeadFilter = {},
): Promise<Page<LeadLine>> {
  const [afterLeadId] = byLeadId.after(request, [0]);
  const { partnerId, customerKey } = filter;
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
  } else if (partnerId !== undefined) query = query.where(isOfPartner(programId, partnerId));
  else query = query.where("program_id", "=", programId);
  return byLeadId.page(await query.execute(), request, (lead) => [lead.lead_id]);
}
