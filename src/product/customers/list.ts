// The customers of a program, by the brand's own id, or most recently bound first. A customer known only by the provider's id has no row in
// the book of customers: the list takes it from the names that payments are attributed by.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { identityOf } from "../../core/rules/fold/keys.ts";
import { idCharactersMax, isStorableText } from "../../core/vocabulary/facts.ts";
import { flag, id, idOrNull, oneOf, time, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { columnsOf, type Filter, keyset, type Page, type PageRequest, textKey } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { isOfPartner } from "../partners/condition.ts";

const keyed = z.strictObject({
  customer_key: words("The brand's own id of the customer"),
  partner_id: id("The partner it is bound to"),
  click_id: wordsOrNull("The click that bound it; null if a discount code or a manual decision did"),
  clicked_at: time("When that click was recorded"),
  is_provisional: flag("Claimed only by a browser: it earns nothing yet"),
  first_sale_id: idOrNull("Its first sale, from which on the binding stays"),
  bound_at: time("When it was bound"),
});

export const customerLine = keyed.extend({
  customer_key: wordsOrNull("The brand's own id of the customer; null where only the provider's is known"),
  first_sale_id: idOrNull(
    "Its first sale, which fixes the partner; null also for a customer known only by the provider's id",
  ),
  bound_at: time("When it was bound; for a customer known only by the provider's id, its last import or visit"),
  provider_customer_id: wordsOrNull(
    "The provider's id of the customer, behind the provider's name, where the brand's own is not known",
  ),
});

const columns = columnsOf(keyed);

export type CustomerLine = z.output<typeof customerLine>;

export const customerFilters = {
  partner_id: id("Only of this partner").optional(),
  order: oneOf(["customer_key", "newest"], "customer_key: by it; newest: who was bound last comes first")
    .optional()
    .meta({ description: "customer_key (the default): by key; newest: most recently bound first" }),
};

export type CustomerFilter = Filter<typeof customerFilters>;

const name = z
  .string()
  .max(idCharactersMax + identityOf.payer("").length)
  .refine(isStorableText);
const timeAndName = z.tuple([z.int().nonnegative(), name]);
/** Behind the customers with a key those without one, by time. */
const byCustomerKey = keyset("customers", z.union([textKey, timeAndName]));
/** At one time the customers with a key come first. */
const lastBoundFirst = keyset(
  "customers, newest first",
  z.union([timeAndName, z.tuple([z.int().nonnegative(), name, z.literal("provider")])]),
);
/** Beyond every time that is kept, in milliseconds. */
const noTime = 253_402_300_800_000;

export async function listCustomers(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: CustomerFilter = {},
): Promise<Page<CustomerLine>> {
  if (filter.order === "newest") return listLastBound(db, programId, request, filter);
  const after = byCustomerKey.after(request, [""]);
  const wanted = request.limit + 1;
  const keyed = after.length === 1 ? await listKeyed(db, programId, after[0], { filter, limit: wanted }) : [];
  const [time, identity] = after.length === 2 ? after : [0, ""];
  const others =
    keyed.length === wanted
      ? []
      : await selectUnkeyed(db, programId, filter)
          .where(sql<boolean>`(${unkeyedSince}, identity) > (${new Date(time)}::timestamptz, ${identity}::text)`)
          .orderBy(unkeyedSince)
          .orderBy("identity")
          .limit(wanted - keyed.length)
          .execute();
  const rows = [...keyed.map(lineOfKeyed), ...others.map(lineOfUnkeyed)];
  return byCustomerKey.page(rows, request, (customer) =>
    customer.customer_key === null ? placeOf(customer) : [customer.customer_key],
  );
}

type Request = { readonly filter: CustomerFilter; readonly limit: number };

function listKeyed(db: Kysely<Tables>, programId: number, afterKey: string, { filter, limit }: Request) {
  return selectCustomers(db, programId, filter)
    .where("customer_key", ">", afterKey)
    .orderBy("customer_key")
    .limit(limit)
    .execute();
}

async function listLastBound(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: CustomerFilter,
): Promise<Page<CustomerLine>> {
  const [time, name, isUnkeyed] = lastBoundFirst.after(request, [noTime, ""]);
  const at = new Date(time);
  const keyed = await selectCustomers(db, programId, filter)
    .where(
      isUnkeyed === undefined
        ? sql<boolean>`(bound_at, customer_key) < (${at}::timestamptz, ${name}::text)`
        : sql<boolean>`bound_at < ${at}::timestamptz`,
    )
    .orderBy("bound_at", "desc")
    .orderBy("customer_key", "desc")
    .limit(request.limit + 1)
    .execute();
  const others = await selectUnkeyed(db, programId, filter)
    .where(
      isUnkeyed === undefined
        ? sql<boolean>`${unkeyedSince} <= ${at}::timestamptz`
        : sql<boolean>`(${unkeyedSince}, identity) < (${at}::timestamptz, ${name}::text)`,
    )
    .orderBy(unkeyedSince, "desc")
    .orderBy("identity", "desc")
    .limit(request.limit + 1)
    .execute();
  // The sort keeps the order of equals.
  const rows = [...keyed.map(lineOfKeyed), ...others.map(lineOfUnkeyed)]
    .sort((one, other) => other.bound_at.getTime() - one.bound_at.getTime())
    .slice(0, request.limit + 1);
  return lastBoundFirst.page(rows, request, (customer) =>
    customer.customer_key === null
      ? [...placeOf(customer), "provider"]
      : [customer.bound_at.getTime(), customer.customer_key],
  );
}

function selectCustomers(db: Kysely<Tables>, programId: number, { partner_id: partnerId }: CustomerFilter) {
  const query = db.selectFrom("customer").select(columns);
  if (partnerId === undefined) return query.where("program_id", "=", programId);
  return query.where(isOfPartner(db, programId, partnerId));
}

/** As the index `customers_without_key` has it: of one that was imported, when it was. */
const unkeyedSince = sql<Date>`coalesce(revisited_at, clicked_at)`;

function selectUnkeyed(db: Kysely<Tables>, programId: number, { partner_id: partnerId }: CustomerFilter) {
  const query = db
    .selectFrom("identity")
    .select(["identity", "partner_id", "click_id", "clicked_at", unkeyedSince.as("bound_at")])
    .where("program_id", "=", programId)
    .where("customer_key", "is", null)
    .where(sql<boolean>`identity like 'payer:%'`);
  return partnerId === undefined ? query : query.where("partner_id", "=", partnerId);
}

function lineOfKeyed(row: z.output<typeof keyed>): CustomerLine {
  return { ...row, provider_customer_id: null };
}

type Unkeyed = {
  readonly identity: string;
  readonly partner_id: number;
  readonly click_id: string | null;
  readonly clicked_at: Date;
  readonly bound_at: Date;
};

function lineOfUnkeyed({ identity, partner_id, click_id, clicked_at, bound_at }: Unkeyed): CustomerLine {
  return {
    customer_key: null,
    partner_id,
    click_id,
    clicked_at,
    is_provisional: false,
    first_sale_id: null,
    bound_at,
    provider_customer_id: identity.slice(identityOf.payer("").length),
  };
}

function placeOf({ bound_at, provider_customer_id }: CustomerLine): [number, string] {
  return [bound_at.getTime(), identityOf.payer(provider_customer_id ?? "")];
}
