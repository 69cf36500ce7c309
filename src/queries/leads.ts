// The leads of a program, by id: as they were reported.
import type { Kysely } from "kysely";
import type { LeadRow } from "../core/rows.ts";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";

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
    .where("program_id", "=", programId)
    .where("lead_id", ">", afterLeadId)
    .orderBy("lead_id")
    .limit(request.limit + 1);
  if (filter.partnerId !== undefined) query = query.where("partner_id", "=", filter.partnerId);
  if (filter.customerKey !== undefined) query = query.where("customer_key", "=", filter.customerKey);
  return byLeadId.page(await query.execute(), request, (lead) => [lead.lead_id]);
}
