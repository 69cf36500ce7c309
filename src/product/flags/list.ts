// The flags of a program, by the commission that each is of: what was found, what follows from it, and what a person decided. Of a customer
// only the brand's own name is shown, and of an address nothing.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { adParameters } from "../../core/rules/ad-parameters.ts";
import { flagVerdicts } from "../../core/rules/events/flag-events.ts";
import { flagKinds, raisedChoices } from "../../core/rules/events/settings/flag-settings.ts";
import { circles } from "../../core/rules/rows/flag-row.ts";
import { idCharactersMax } from "../../core/vocabulary/facts.ts";
import {
  cents,
  count,
  currency,
  id,
  idOrNull,
  oneOf,
  time,
  timeOrNull,
  words,
  wordsOrNull,
} from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import { commissionKinds, commissionStatuses } from "../../core/vocabulary/statuses.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { authorFields, namedAuthors } from "../audit/author-names.ts";
import { flagId, flagIdOf, flagNameOf } from "./flag-id.ts";
import { flagInWords } from "./flag-words.ts";

const flagStatuses = ["open", ...flagVerdicts] as const;
const emailsFound = ["payment", "customer"] as const;

export const flagLine = z.strictObject({
  flag_id: flagId,
  kind: oneOf(flagKinds, "What looks wrong"),
  status: oneOf(flagStatuses, "Open until a person resolves it as fine or as abuse"),
  choice: oneOf(raisedChoices, "What the program had chosen for this kind when the sale was received"),
  summary: words("What was found, in a sentence"),
  partner_id: id("The partner"),
  partner_name: words("The partner's name"),
  commission_id: idOrNull("The commission; null where the sale was refused one"),
  commission_kind: oneOf(commissionKinds, "What the commission was earned by").nullable(),
  commission_status: oneOf(commissionStatuses, "What became of the commission").nullable(),
  commission_cents: cents("What is left of it").nullable(),
  commission_currency: currency.nullable(),
  sale_id: idOrNull("The sale; null where a lead earned the commission"),
  transaction_id: wordsOrNull("The sale's payment"),
  customer_key: wordsOrNull("The brand's own customer id"),
  sale_cents: cents("What the customer paid").nullable(),
  sale_currency: currency.nullable(),
  email_found_in: oneOf(
    emailsFound,
    "Where the partner's e-mail was found: in the payment itself, or as its customer's; null of other kinds",
  ).nullable(),
  with_partner_id: idOrNull("The other partner: whose payouts go to the same place, or who recruited this one"),
  with_partner_name: wordsOrNull("The other partner's name"),
  circle: oneOf(
    circles,
    "How a recruited partner leads back to its recruiter: both are paid in one place, or signed in from one address, the click came from the recruiter's address, or the customer's e-mail is the recruiter's",
  ).nullable(),
  refunded_sales: count("Of the partner's sales of the 60 days before, those that were refunded").nullable(),
  recent_sales: count("The partner's sales of the 60 days before").nullable(),
  fast_leads: count("Leads of the partner within an hour that followed their clicks too fast").nullable(),
  click_id: wordsOrNull("The click that looks wrong"),
  ad_parameter: oneOf(adParameters, "By which an advertising network marked the click").nullable(),
  site: wordsOrNull("The banned site that the click came from"),
  event_id: id("The event by which it was found"),
  flagged_at: time("When it was found"),
  resolved_at: timeOrNull("When it was resolved"),
  reason: wordsOrNull("Why it was resolved so"),
  ...authorFields("resolved"),
});

export type FlagLine = z.output<typeof flagLine>;

export const flagFilters = {
  status: oneOf(flagStatuses, "Only in this status").optional(),
  kind: oneOf(flagKinds, "Only of this kind").optional(),
  partner_id: id("Only of this partner").optional(),
};

export type FlagFilter = Filter<typeof flagFilters>;

const bySale = keyset(
  "flags",
  z.tuple([z.int().nonnegative(), z.string().max(idCharactersMax), z.int().nonnegative()]),
);

type Selected = Omit<FlagLine, "flag_id" | "summary" | "by_kind" | "by_id" | "by_name"> & {
  readonly of_id: number;
  readonly by: unknown;
};

export async function listFlags(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: FlagFilter = {},
): Promise<Page<FlagLine>> {
  const [afterSale, afterKind, afterPartner] = bySale.after(request, [0, "", 0]);
  const { status = null, kind = null, partner_id: partnerId = null } = filter;
  const rows = await select(
    db,
    programId,
    sql`(sale_id, kind, partner_id) > (${afterSale}::bigint, ${afterKind}::text, ${afterPartner}::bigint)
        and ${statusIs(status)}
        and (${kind}::text is null or kind = ${kind}::text)
        and (${partnerId}::bigint is null or partner_id = ${partnerId}::bigint)`,
    request.limit + 1,
  );
  const { data, next } = bySale.page(rows, request, ({ of_id, kind: of, partner_id }) => [of_id, of, partner_id]);
  return { data: await linesOf(db, data), next };
}

/** Undefined where the program has no such flag, or its sale became another partner's. */
export async function findFlagLine(
  db: Kysely<Tables>,
  programId: number,
  flagOf: string,
): Promise<FlagLine | undefined> {
  const name = flagNameOf(flagOf);
  if (name === undefined) return undefined;
  const which = sql`sale_id = ${name.sale_id} and kind = ${name.kind} and partner_id = ${name.partner_id}`;
  const [line] = await linesOf(db, await select(db, programId, which, 1));
  return line;
}

async function linesOf(db: Kysely<Tables>, rows: readonly Selected[]): Promise<FlagLine[]> {
  const authors = await namedAuthors(
    db,
    rows.map(({ by }) => by),
  );
  return rows.map(({ of_id: sale_id, by: _, ...row }, index) => {
    const { by_kind, by_id, by_name } = authors[index] ?? { by_kind: null, by_id: null, by_name: null };
    const flag_id = flagIdOf({ sale_id, kind: row.kind, partner_id: row.partner_id });
    return { flag_id, ...row, summary: flagInWords(row), by_kind, by_id, by_name };
  });
}

function statusIs(status: (typeof flagStatuses)[number] | null): RawBuilder<unknown> {
  if (status === null) return sql`true`;
  return status === "open" ? sql`resolved_as is null` : sql`resolved_as = ${status}`;
}

/** A flag says nothing any more once its sale is another partner's, unless a person resolved it. */
async function select(
  db: Kysely<Tables>,
  programId: number,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<Selected[]> {
  const { rows } = await sql<Selected>`
    select f.sale_id as of_id, f.kind, coalesce(f.resolved_as, 'open') as status, f.choice, f.partner_id, p.name as partner_name,
           c.sale_id as commission_id, c.kind as commission_kind, c.status as commission_status,
           c.amount_cents as commission_cents, c.currency as commission_currency,
           s.sale_id, s.transaction_id, coalesce(s.customer_key, l.customer_key) as customer_key,
           s.amount_cents as sale_cents, s.currency as sale_currency,
           f.evidence ->> 'email' as email_found_in, f.evidence ->> 'click_id' as click_id,
           f.evidence ->> 'ad_parameter' as ad_parameter, f.evidence ->> 'site' as site,
           (f.evidence ->> 'with_partner_id')::bigint as with_partner_id, w.name as with_partner_name,
           f.evidence ->> 'circle' as circle, (f.evidence ->> 'refunded')::bigint as refunded_sales,
           (f.evidence ->> 'sales')::bigint as recent_sales, (f.evidence ->> 'leads')::bigint as fast_leads,
           f.event_id, f.flagged_at, f.resolved_at, e.reason, e.by
      from (
             select * from flag where program_id = ${programId} and ${where}
           ) f
     cross join lateral (
             select name from partner where program_id = ${programId} and partner_id = f.partner_id offset 0
           ) p
      left join lateral (
             select name from partner
              where program_id = ${programId} and partner_id = (f.evidence ->> 'with_partner_id')::bigint
             offset 0
           ) w on true
      left join lateral (
             select * from sale where program_id = ${programId} and sale_id = f.sale_id offset 0
           ) s on true
      left join lateral (
             select * from commission
              where program_id = ${programId} and sale_id = f.sale_id and partner_id = f.partner_id
             offset 0
           ) c on true
      left join lateral (
             select customer_key from lead
              where program_id = ${programId} and lead_id = f.sale_id and c.kind = 'lead'
              limit 1
           ) l on true
      left join lateral (
             select data ->> 'reason' as reason, data ->> 'by' as by
               from event
              where program_id = ${programId} and id = f.resolved_event_id
             offset 0
           ) e on true
     where f.resolved_as is not null or coalesce(s.partner_id, c.partner_id) = f.partner_id
     order by f.sale_id, f.kind, f.partner_id
     limit ${limit}`.execute(db);
  return rows;
}
