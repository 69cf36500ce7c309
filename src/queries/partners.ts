// The partners of a program, by id: as they joined.
import type { Kysely } from "kysely";
import { z } from "zod";
import { id, time, words } from "../core/fields.ts";
import { activeStatuses } from "../core/statuses.ts";
import type { Tables } from "../db/tables.ts";
import { columnsOf, keyset, numberKey, type Page, type PageRequest } from "./page.ts";

export const partnerLine = z.strictObject({
  partner_id: id("The partner"),
  name: words("Name people see"),
  code: words("What its links carry as `aff`; unique in the installation"),
  status: z.enum(activeStatuses).meta({ description: "Links of an inactive partner earn nothing" }),
  joined_at: time("When it was added"),
});

const columns = columnsOf(partnerLine);

export type PartnerLine = z.output<typeof partnerLine>;

const byPartnerId = keyset("partners", numberKey);

export async function listPartners(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
): Promise<Page<PartnerLine>> {
  const [afterPartnerId] = byPartnerId.after(request, [0]);
  const rows = await selectPartners(db, programId)
    .where("partner_id", ">", afterPartnerId)
    .orderBy("partner_id")
    .limit(request.limit + 1)
    .execute();
  return byPartnerId.page(rows, request, (partner) => [partner.partner_id]);
}

export async function findPartner(
  db: Kysely<Tables>,
  programId: number,
  partnerId: number,
): Promise<PartnerLine | undefined> {
  return selectPartners(db, programId).where("partner_id", "=", partnerId).executeTakeFirst();
}

function selectPartners(db: Kysely<Tables>, programId: number) {
  return db.selectFrom("partner").select(columns).where("program_id", "=", programId);
}
