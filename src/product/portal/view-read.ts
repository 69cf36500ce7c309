// What a partner sees of itself, newest first. Every statement is bound to the program and the partner of the link or the session that asks.
// Of customers nothing is shown: no key, no address, no transaction.

import { type Kysely, sql } from "kysely";
import type { Secrets } from "../../access/secrets.ts";
import { portalSettingsOf } from "../../core/rules/events/portal-settings.ts";
import { firstReferralId, saleOfReferral } from "../../core/rules/referral-id.ts";
import { addDays } from "../../core/rules/time.ts";
import { keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { PayoutRecipient } from "../../core/vocabulary/payout-recipient.ts";
import type { Tables } from "../../engine/postgres/tables.ts";
import { findOwnAgreement, type OwnAgreement } from "../agreements/read.ts";
import { findFirstEventId } from "../events/event-at.ts";
import type { InvoiceContent } from "../invoices/content.ts";
import { type OwnInvoices, readOwnInvoices } from "../invoices/own-read.ts";
import { findInvoice } from "../invoices/read.ts";
import { commissionsWithoutSale, isOfPartner } from "../partners/condition.ts";
import { serviceLink } from "../partners/list.ts";
import { findOwnPartnerId, findOwnRecipient } from "../partners/memberships-read.ts";
import type { PartnerPerson } from "../partners/person.ts";
import { findPartnerBalances } from "../payouts/balances-read.ts";
import { findOwnTaxDetails, type OwnTaxDetails } from "../tax/list.ts";
import { readTermsNow, type TermsNow } from "../terms/now-read.ts";
import { type ActivityDay, findPartnerActivity } from "./activity-read.ts";
import { findOwnPayment, type OwnPayment } from "./payment-read.ts";
import { readPartnerToken } from "./token.ts";
import type { OwnCommission, OwnPayout, PartnerLists, PartnerOverview } from "./view-rows.ts";

/** Clicks and leads are counted so far back. */
const countedDays = 30;

/** Who it is, of which program. `expires_at` is when a link ends; null for who is signed in. */
export type PartnerProfile = Omit<PartnerOverview, "last_30_days" | "balances" | "expires_at"> & {
  readonly partner_id: number;
  readonly brand_color: string | null;
  readonly link_hosts: readonly string[];
  readonly expires_at: Date | null;
};

/** One partner's, opened by a link or by a session. */
export type PartnerView = {
  readonly profile: PartnerProfile;
  recent(): Promise<PartnerOverview["last_30_days"]>;
  balances(): Promise<PartnerOverview["balances"]>;
  activity(days: number): Promise<ActivityDay[]>;
  /** What its next sale to a new customer earns. */
  terms(): Promise<TermsNow | undefined>;
  /** How it is paid, and what is missing for that; null for a link, which does not show it. */
  payment(): Promise<OwnPayment | null>;
  /** When schedules pay it next. */
  nextPayouts(): Promise<readonly NextPayout[]>;
  /** Where its payouts go; for a signed-in partner, and for no link. */
  recipient(): Promise<PayoutRecipient | null>;
  /** What it is to accept or has accepted; null where there is nothing, and for a link. */
  agreement(): Promise<OwnAgreement | null>;
  /** For a signed-in partner, and for no link. */
  taxDetails(): Promise<OwnTaxDetails | null>;
  /** For a signed-in partner; null for a link. */
  invoices(): Promise<OwnInvoices | null>;
  /** Null for a link, where it was erased, and where there is no such document of the partner. */
  invoice(number: string): Promise<InvoiceContent | null>;
  list<Name extends keyof PartnerLists>(name: Name, request: PageRequest): Promise<Page<PartnerLists[Name]>>;
};

export type PartnerViews = {
  /** Undefined for a link that is forged, over or revoked, or whose partner is not there. */
  open(token: string): Promise<PartnerView | undefined>;
  /** Undefined where this person is no partner of the program. */
  openOwn(person: PartnerPerson, programId: number): Promise<PartnerView | undefined>;
};

type Of = { readonly programId: number; readonly partnerId: number };

export function openPartnerViews(
  db: Kysely<Tables>,
  secrets: Pick<Secrets, "isLinkSigned" | "decrypt">,
  { now, baseUrl }: { readonly now: () => number; readonly baseUrl: string },
): PartnerViews {
  async function viewOf(of: Of, expiresAt: Date | null): Promise<PartnerView | undefined> {
    const found = await findProfile(db, of);
    if (found === undefined) return undefined;
    const { settings, ...partner } = found;
    const { site_url, brand_color, link_hosts, link_domain: domain } = portalSettingsOf(settings);
    const link = site_url === null ? null : serviceLink({ baseUrl, domain }, partner.code);
    return {
      profile: { ...partner, site_url, link, link_hosts, brand_color, expires_at: expiresAt },
      recent: () => countRecent(db, of, addDays(new Date(now()), -countedDays)),
      balances: () => findPartnerBalances(db, of.programId, of.partnerId),
      activity: (days) => findPartnerActivity(db, of, { days, now: new Date(now()) }),
      terms: () => readTermsNow(db, of.programId, { partner_id: of.partnerId, product_id: null }, new Date(now())),
      nextPayouts: () => findNextPayouts(db, of),
      payment: async () =>
        expiresAt === null
          ? findOwnPayment(db, of, { today: new Date(now()).toISOString().slice(0, "2026-01-31".length) })
          : null,
      recipient: async () => (expiresAt === null ? findOwnRecipient(db, secrets, of) : null),
      agreement: async () => (expiresAt === null ? findOwnAgreement(db, of) : null),
      taxDetails: async () => (expiresAt === null ? findOwnTaxDetails(db, secrets, of) : null),
      invoices: async () => (expiresAt === null ? readOwnInvoices(db, of) : null),
      invoice: async (number) => {
        if (expiresAt !== null) return null;
        return (await findInvoice(db, secrets, { ...of, number }))?.content ?? null;
      },
      list: (name, request) => lists[name](db, of, request),
    };
  }

  return {
    async open(given) {
      const token = readPartnerToken(secrets, given, now());
      if (token === undefined) return undefined;
      const of = { programId: token.programId, partnerId: token.partnerId };
      if (await isRevoked(db, of, new Date(token.madeAt))) return undefined;
      return viewOf(of, new Date(token.expiresAt));
    },
    async openOwn({ emailHash }, programId) {
      const partnerId = await findOwnPartnerId(db, emailHash, programId);
      return partnerId === undefined ? undefined : viewOf({ programId, partnerId }, null);
    },
  };
}

function findProfile(db: Kysely<Tables>, { programId, partnerId }: Of) {
  return db
    .selectFrom("partner as p")
    .innerJoin("program as g", "g.program_id", "p.program_id")
    .innerJoin("program_settings as s", "s.program_id", "p.program_id")
    .select([
      "g.program_id",
      "g.name as program_name",
      "p.partner_id",
      "p.name as partner_name",
      "p.code",
      "p.status",
      "s.settings",
    ])
    .where("p.program_id", "=", programId)
    .where("p.partner_id", "=", partnerId)
    .orderBy("s.from_event_id", "desc")
    .limit(1)
    .executeTakeFirst();
}

async function isRevoked(db: Kysely<Tables>, { programId, partnerId }: Of, madeAt: Date): Promise<boolean> {
  const revoked = await db
    .selectFrom("partner_links_revoked")
    .select("partner_id")
    .where("program_id", "=", programId)
    .where("partner_id", "=", partnerId)
    .where("made_before", ">=", madeAt)
    .executeTakeFirst();
  return revoked !== undefined;
}

async function countRecent(db: Kysely<Tables>, { programId, partnerId }: Of, since: Date) {
  const from = await findFirstEventId(db, programId, since);
  const { rows } = await sql<{ clicks: number; leads: number }>`
    select (select count(*)
              from click
             where ${isOfPartner(db, programId, partnerId)} and event_id >= ${from} and not is_bot) as clicks,
           (select count(*)
              from lead
             where ${isOfPartner(db, programId, partnerId)} and lead_id >= ${from}) as leads`.execute(db);
  return { clicks: rows[0]?.clicks ?? 0, leads: rows[0]?.leads ?? 0 };
}

/** Behind which the newest row comes. */
const newest = firstReferralId;
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
      .where(isOfPartner(db, programId, partnerId))
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
      .where(isOfPartner(db, programId, partnerId))
      .where("lead_id", "<", before)
      .orderBy("lead_id", "desc")
      .limit(request.limit + 1)
      .execute();
    return byLead.page(rows, request, (row) => [row.lead_id]);
  },
  async commissions(db, { programId, partnerId }, request) {
    const [before] = byCommission.after(request, [newest]);
    const { rows } = await sql<OwnCommission>`
      select s.sale_id as commission_id, c.kind, s.received_at as sale_at, s.amount_cents as sale_cents, s.currency as sale_currency,
             c.amount_cents, coalesce(a.amount_cents, 0) as adjustment_cents, c.currency, c.status, c.stage, c.hold_until,
             case when c.status <> 'held' then null when h.sale_id is not null then 'program'
                  when exists (select 1 from flag f
                                where f.program_id = ${programId} and f.sale_id = s.sale_id and f.partner_id = ${partnerId}
                                  and f.choice = 'hold' and f.resolved_as is null) then 'program'
                  when s.status = 'disputed' then 'dispute' else 'chain' end as held_because,
             case when c.status = 'held' then h.partner_note end as hold_note,
             case when c.status <> 'reversed' then null
                  when exists (select 1 from commission_forfeit f
                                where f.program_id = ${programId} and f.sale_id = s.sale_id and f.partner_id = ${partnerId})
                    then 'program'
                  when exists (select 1 from flag f
                                where f.program_id = ${programId} and f.sale_id = s.sale_id and f.partner_id = ${partnerId}
                                  and f.resolved_as = 'abuse') then 'decision'
                  when exists (select 1 from dispute d
                                where d.program_id = ${programId} and d.sale_id = s.place and d.status = 'lost') then 'dispute'
                  else 'refund' end as reversed_by,
             i.payout_id, i.paid_at
        from (
               select sale_id as place, sale_id, received_at, amount_cents, currency, status
                 from sale
                where ${isOfPartner(db, programId, partnerId)} and sale_id < ${before}
               union all
               select without_sale.sale_id, without_sale.sale_id, e.received_at, null, null, null
                 from (${commissionsWithoutSale(programId, partnerId)} and sale_id < ${before}) without_sale
                 join event e on e.program_id = ${programId} and e.id = without_sale.sale_id
               union all
               select of_recruit.sale_id - ${sql.lit(firstReferralId)}, of_recruit.sale_id, r.received_at, r.amount_cents, r.currency, r.status
                 from (${commissionsWithoutSale(programId, partnerId)} and sale_id >= ${firstReferralId}::bigint
                        and sale_id < ${firstReferralId + before}::bigint) of_recruit
                 join sale r on r.program_id = ${programId} and r.sale_id = of_recruit.sale_id - ${sql.lit(firstReferralId)}
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
        left join lateral (
             select sale_id, partner_note
               from commission_hold
              where program_id = ${programId} and sale_id = s.sale_id
             offset 0
             ) h on true
        left join lateral (
             select item.payout_id, payout.paid_at
               from payout_item item
               join payout on payout.program_id = item.program_id and payout.payout_id = item.payout_id
              where item.program_id = ${programId} and item.sale_id = s.sale_id and item.partner_id = ${partnerId}
                and item.status in ('created', 'paid')
              order by item.payout_id desc
              limit 1
             ) i on true
       order by s.place desc
       limit ${request.limit + 1}`.execute(db);
    return byCommission.page(rows, request, ({ commission_id: id }) => [saleOfReferral(id) ?? id]);
  },
  async payouts(db, { programId, partnerId }, request) {
    const [before] = byPayout.after(request, [newest]);
    const rows = await db
      .selectFrom("payout")
      .select((payout) => [
        "payout_id",
        "currency",
        "amount_cents",
        "item_count",
        "status",
        payout.fn.coalesce("method", "rail").as("method"),
        "reference",
        "created_at",
        "paid_at",
      ])
      .where(isOfPartner(db, programId, partnerId))
      .where("payout_id", "<", before)
      .where("status", "<>", "cancelled")
      .$narrowType<{ status: OwnPayout["status"] }>()
      .orderBy("payout_id", "desc")
      .limit(request.limit + 1)
      .execute();
    return byPayout.page(rows, request, (row) => [row.payout_id]);
  },
};

import { findNextPayouts, type NextPayout } from "../payouts/schedule/next-payouts-read.ts";
