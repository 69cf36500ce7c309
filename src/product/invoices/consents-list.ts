// Which partners agree to self-billing, or did.
import type { Kysely } from "kysely";
import { z } from "zod";
import { count, flag, id, oneOf, time, timeOrNull, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import { defaultLanguage, isLanguage, languageCodes } from "../../core/wording/languages.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { namesOf } from "./list.ts";

export const consentLine = z.strictObject({
  partner_id: id("The partner"),
  partner_name: wordsOrNull("Its name"),
  text_version: count("The version of the text that it read"),
  language: oneOf(languageCodes, "The language that it read it in, which its documents have"),
  agreed_at: time("When it agreed"),
  withdrawn_at: timeOrNull("When it withdrew its consent; null while that is in force"),
});
export type ConsentLine = z.output<typeof consentLine>;

export const consentFilters = { is_agreed: flag("Only consents that are in force, or only withdrawn ones").optional() };

const byPartnerId = keyset("self-billing", numberKey);

export async function listConsents(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: Filter<typeof consentFilters> = {},
): Promise<Page<ConsentLine>> {
  const [after] = byPartnerId.after(request, [0]);
  let query = db
    .selectFrom("self_billing")
    .select(["partner_id", "text_version", "language", "agreed_at", "withdrawn_at"])
    .where("program_id", "=", programId)
    .where("partner_id", ">", after)
    .orderBy("partner_id")
    .limit(request.limit + 1);
  if (filter.is_agreed !== undefined) query = query.where("withdrawn_at", filter.is_agreed ? "is" : "is not", null);
  const page = byPartnerId.page(await query.execute(), request, (row) => [row.partner_id]);
  const names = await namesOf(
    db,
    programId,
    page.data.map(({ partner_id }) => partner_id),
  );
  const data = page.data.map(({ language, ...row }) => ({
    ...row,
    language: isLanguage(language) ? language : defaultLanguage,
    partner_name: names.get(row.partner_id) ?? null,
  }));
  return { ...page, data };
}
