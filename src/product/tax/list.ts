// Which partner gave which tax form, and how long it is good. Of ids the last characters are shown, of the rest nothing.
import type { Kysely } from "kysely";
import { z } from "zod";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { id, oneOf, time, timeOrNull, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { maskId, parseTaxDetails, personKinds, type TaxDetails, taxForms } from "./details.ts";

const taxStates = ["valid", "expired"] as const;
const vatStates = ["unchecked", "valid", "invalid"] as const;

export const taxLine = z.strictObject({
  partner_id: id("The partner"),
  partner_name: wordsOrNull("Its name"),
  form: oneOf(taxForms, "The form whose fields it gave"),
  country: words("Its country, by two letters"),
  kind: oneOf(personKinds, "Kind of person"),
  tax_id_masked: wordsOrNull("Its tax id, of which the last characters are shown; null for none"),
  vat_id_masked: wordsOrNull("Its VAT id, of which the last characters are shown; null for none"),
  vat_status: oneOf(
    vatStates,
    "What VIES answered about the VAT id; null for none, and for one that VIES does not have",
  ).nullable(),
  vat_checked_at: timeOrNull("When VIES was last asked"),
  signed_on: words("The day it was signed, in UTC"),
  valid_until: wordsOrNull("The last day it is good; null where it does not end"),
  status: oneOf(taxStates, "Whether it is good today"),
  given_at: time("When it was given"),
});

export type TaxLine = z.output<typeof taxLine>;

export const taxFilters = {
  status: oneOf(taxStates, "Only in this status").optional(),
  form: oneOf(taxForms, "Only of this form").optional(),
};

const byPartnerId = keyset("tax", numberKey);

export async function listTaxDetails(
  db: Kysely<Tables>,
  { secrets, today }: { readonly secrets: Pick<Secrets, "decrypt">; readonly today: string },
  programId: number,
  request: PageRequest,
  filter: Filter<typeof taxFilters> = {},
): Promise<Page<TaxLine>> {
  const [after] = byPartnerId.after(request, [0]);
  let query = db
    .selectFrom("partner_tax")
    .selectAll()
    .where("program_id", "=", programId)
    .where("partner_id", ">", after)
    .orderBy("partner_id")
    .limit(request.limit + 1);
  if (filter.form !== undefined) query = query.where("form", "=", filter.form);
  if (filter.status === "expired") query = query.where("valid_until", "<", today);
  if (filter.status === "valid") {
    query = query.where((of) => of.or([of("valid_until", "is", null), of("valid_until", ">=", today)]));
  }
  const page = byPartnerId.page(await query.execute(), request, (row) => [row.partner_id]);
  const names = await namesOf(
    db,
    programId,
    page.data.map(({ partner_id }) => partner_id),
  );
  const data = page.data.map((row): TaxLine => {
    const details = openTaxDetails(secrets, { programId, partnerId: row.partner_id }, row.details_encrypted);
    return {
      partner_id: row.partner_id,
      partner_name: names.get(row.partner_id) ?? null,
      form: row.form,
      country: row.country,
      kind: details.kind,
      tax_id_masked: maskId(details.tax_id),
      vat_id_masked: maskId(details.vat_id),
      vat_status: row.vat_status,
      vat_checked_at: row.vat_checked_at,
      signed_on: row.signed_on,
      valid_until: row.valid_until,
      status: isExpired(row.valid_until, today) ? "expired" : "valid",
      given_at: row.given_at,
    };
  });
  return { ...page, data };
}

/** Names are with the program's books, the details on the coordinator: two statements. */
async function namesOf(db: Kysely<Tables>, programId: number, partnerIds: readonly number[]) {
  if (partnerIds.length === 0) return new Map<number, string>();
  const rows = await db
    .selectFrom("partner")
    .select(["partner_id", "name"])
    .where("program_id", "=", programId)
    .where("partner_id", "in", partnerIds)
    .execute();
  return new Map(rows.map(({ partner_id, name }) => [partner_id, name]));
}

/** The last day is included. */
export const isExpired = (until: string | null, today: string): boolean => until !== null && until < today;

export function openTaxDetails(
  secrets: Pick<Secrets, "decrypt">,
  { programId, partnerId }: { readonly programId: number; readonly partnerId: number },
  sealed: Buffer,
): TaxDetails {
  return parseTaxDetails(secrets.decrypt(placeIn("partner_tax", programId, partnerId), sealed));
}

export type OwnTaxDetails = {
  readonly details: TaxDetails;
  readonly signedOn: string;
  readonly validUntil: string | null;
};

export async function findOwnTaxDetails(
  db: Kysely<Tables>,
  secrets: Pick<Secrets, "decrypt">,
  of: { readonly programId: number; readonly partnerId: number },
): Promise<OwnTaxDetails | null> {
  const row = await db
    .selectFrom("partner_tax")
    .select(["details_encrypted", "signed_on", "valid_until"])
    .where("program_id", "=", of.programId)
    .where("partner_id", "=", of.partnerId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const details = openTaxDetails(secrets, of, row.details_encrypted);
  return { details, signedOn: row.signed_on, validUntil: row.valid_until };
}
