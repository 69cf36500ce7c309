// What a partner sees of itself, newest first. Every statement is bound to the program and the partner of the link that asks.
// Of customers nothing is shown: no key, no address, no transaction.
import { type Kysely, sql } from "kysely";
import { readPartnerToken } from "../access/partner-token.ts";
import type { Secrets } from "../access/secrets.ts";
import { addDays } from "../core/time.ts";
import type { Tables } from "../db/tables.ts";
import { findFirstEventId } from "./event-at.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";
import { findPartnerBalances } from "./partner-balances.ts";
import { isOfPartner } from "./partner-condition.ts";
import type { OwnCommission, OwnPayout, PartnerLists, PartnerOverview } from "./partner-view-rows.ts";

/** Clicks and leads are counted so far back. */
const countedDays = 30;

/** One partner's, opened by a link. */
export type PartnerView = {
  overview(): Promise<PartnerOverview>;
  list<Name extends keyof PartnerLists>(name: Name, request: PageRequest): Promise<Page<PartnerLists[Name]>>;
};

export type PartnerViews = {
  /** Undefined for a link that is forged, over or revoked, or whose partner is not there. */
  open(token: string): Promise<PartnerView | undefined>;
};

type Of = { readonly programId: number; readonly partnerId: number };

export function openPartnerViews(
  db: Kysely<Tables>,
  secrets: Pick<Secrets, "isLinkSigned">,
  now: () => number,
): PartnerViews {
  return {
    async open(given) {
      const token = readPartnerToken(secrets, given, now());
      if (token === undefined) return undefined;
      const of = { programId: token.programId, partnerId: token.partnerId };
      const partner = await findLinked(db, of, new Date(token.madeAt));
      if (partner === undefined) return undefined;
      return {
        overview: async () => ({
          ...partner,
          expires_at: new Date(token.expiresAt),
          last_30_days: await countRecent(db, of, addDays(new Date(now()), -countedDays)),
          balances: await findPartnerBalances(db, of.programId, of.partnerId),
        }),
        list: (name, request) => lists[name](db, of, request),
      };
    },
  };
}

function findLinked(db: Kysely<Tables>, { programId, partnerId }: Of, madeAt: Date) {
  return db
    .selectFrom("partner as p")
    .innerJoin("program as g", "g.program_id", "p.program_id")
    .select(["g.name as program_name", "p.name as partner_name", "p.code", "p.status"])
    .where("p.program_id", "=", programId)
    .where("p.partner_id", "=", partnerId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("partner_links_revoked as r")
            .select("r.partner_id")
            .whereRef("r.program_id", "=", "p.program_id")
            .whereRef("r.partner_id", "=", "p.partner_id")
            .where("r.made_before", ">=", madeAt),
        ),
      ),
    )
    .executeTakeFirst();
}

async function countRecent(db: Kysely<Tables>, { programId, partnerId }: Of, since: Date) {
  const from = await findFirstEventId(db, programId, since);
  const { rows } = await sql<{ clicks: number; leads: number }>`
    select (select count(*)
              from click
             where ${isOfPartner(programId, partnerId)} and event_id >= ${from} and not is_bot) as clicks,
           (select count(*)
              from lead
             where ${isOfPartner(programId, partnerId)} and lead_id >= ${from}) as leads`.execute(db);
  return { clicks: rows[0]?.clicks ?? 0, leads: rows[0]?.leads ?? 0 };
}

/** Behind which the newest row comes. */
const newest = Number.MAX_SAFE_INTEGER;
const byId = (list: string) => keyset(`partner-${list}`, numberKey);
const [byClick, byLead, byCommission, byPayout] = [byId("clicks"), byId("leads"), byId("commissions"), byId("payouts")];

const lists: {
  readonly [Name in keyof PartnerLists]: (
    db: Kysely<Tables>,
    of: Of,
    request: PageRequest,
  ) => Promise<Page<PartnerLists[Name]>>;
} = {
  async clicks(db, { programId, partnerId }, request) {
    const [before] = byClick.after(request, [newest]);
    const rows = await db
      .selectFrom("click")
      .select(["event_id", "clicked_at"])
      .where(isOfPartner(programId, partnerId))
      .where("event_id", "<", before)
      .where("is_bot", "=", false)
      .orderBy("event_id", "desc")
      .limit(request.limit + 1)
      .execute();
    return byClick.page(rows, request, (row) => [row.event_id]);
  },
  async leads(db, { programId, partnerId }, request) {
    const [before] = byLead.after(request, [newest]);
    const rows = await db
      .selectFrom("lead")
      .select((lead) => [
        "lead_id",
        lead.fn<string | null>("nullif", ["event_name", lead.val("")]).as("event_name"),
        "is_provisional",
        "reported_at",
      ])
      .where(isOfPartner(programId, partnerId))
      .where("lead_id", "<", before)
      .orderBy("lead_id", "desc")
      .limit(request.limit + 1)
      .execute();
    return byLead.page(rows, request, (row) => [row.lead_id]);
  },
  async commissions(db, { programId, partnerId }, request) {
    const [before] = byCommission.after(request, [newest]);
    const { rows } = await sql<OwnCommission>`
      select s.sale_id as commission_id, s.received_at as sale_at, s.amount_cents as sale_cents, s.currency as sale_currency,
             c.amount_cents, coalesce(a.amount_cents, 0) as adjustment_cents, c.currency, c.status, c.hold_until
        from (
               select sale_id, received_at, amount_cents, currency
                 from sale
                where ${isOfPartner(programId, partnerId)} and sale_id < ${before}
             ) s
       cross join lateral (
             select *
               from commission
              where program_id = ${programId} and sale_id = s.sale_id and partner_id = ${partnerId}
             offset 0
             ) c
        left join lateral (
             select amount_cents
               from adjustment
              where program_id = ${programId} and sale_id = s.sale_id and partner_id = ${partnerId} and currency = c.currency
             offset 0
             ) a on true
       order by s.sale_id desc
       limit ${request.limit + 1}`.execute(db);
    return byCommission.page(rows, request, (row) => [row.commission_id]);
  },
  async payouts(db, { programId, partnerId }, request) {
    const [before] = byPayout.after(request, [newest]);
    const rows = await db
      .selectFrom("payout")
      .select([
        "payout_id",
        "currency",
        "amount_cents",
        "item_count",
        "status",
        "method",
        "reference",
        "created_at",
        "paid_at",
      ])
      .where(isOfPartner(programId, partnerId))
      .where("payout_id", "<", before)
      .where("status", "in", ["created", "paid", "returned"])
      .$narrowType<{ status: OwnPayout["status"] }>()
      .orderBy("payout_id", "desc")
      .limit(request.limit + 1)
      .execute();
    return byPayout.page(rows, request, (row) => [row.payout_id]);
  },
};
