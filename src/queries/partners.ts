// The partners of a program, by id: as they joined.
import type { Kysely } from "kysely";
import type { PartnerRow } from "../core/rows.ts";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";

const columns = ["partner_id", "name", "code", "status", "joined_at"] as const satisfies readonly (keyof PartnerRow)[];

export type PartnerLine = Pick<PartnerRow, (typeof columns)[number]>;

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
