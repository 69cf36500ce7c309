// The partners of a program, by id: as they joined.
import type { Kysely } from "kysely";
import { z } from "zod";
import { id, oneOf, time, words } from "../core/fields.ts";
import { activeStatuses } from "../core/statuses.ts";
import type { Tables } from "../db/tables.ts";
import { columnsOf, type Filter, keyset, numberKey, type Page, type PageRequest } from "./page.ts";

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
const newestFirst = keyset("partners, newest first", numberKey);

export const partnerFilters = {
  order: oneOf(["oldest", "newest"], "Which come first; the oldest when left out").optional(),
};

export async function listPartners(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: Filter<typeof partnerFilters> = {},
): Promise<Page<PartnerLine>> {
  const isNewestFirst = filter.order === "newest";
  const keys = isNewestFirst ? newestFirst : byPartnerId;
  const [afterPartnerId] = keys.after(request, [isNewestFirst ? Number.MAX_SAFE_INTEGER : 0]);
  const rows = await selectPartners(db, programId)
    .where("partner_id", isNewestFirst ? "<" : ">", afterPartnerId)
    .orderBy("partner_id", isNewestFirst ? "desc" : "asc")
    .limit(request.limit + 1)
    .execute();
  return keys.page(rows, request, (partner) => [partner.partner_id]);
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
