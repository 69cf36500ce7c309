// What a partner sees of itself, newest first. Every statement is bound to the program and the partner of the link or the session that asks.
// Of customers nothing is shown: no key, no address, no transaction.

import { type Kysely, sql } from "kysely";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { portalSettingsOf } from "../../core/rules/events/settings/portal-settings.ts";
import { firstReferralId } from "../../core/rules/referral-id.ts";
import { addDays } from "../../core/rules/time.ts";
import type { PayoutRecipient } from "../../core/vocabulary/money/payout-recipient.ts";
import { keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { findOwnAgreement, type OwnAgreement } from "../agreements/read.ts";
import { type BonusProgress, findBonusProgress } from "../bonuses/list.ts";
import { findOwnCodes, type OwnCode } from "../coupons/own-codes-read.ts";
import { findFirstEventId } from "../events/event-at.ts";
import type { InvoiceContent } from "../invoices/content.ts";
import { type OwnInvoices, readOwnInvoices } from "../invoices/own-read.ts";
import { findInvoice } from "../invoices/read.ts";
import { type ActivityDay, findPartnerActivity } from "../partners/activity-read.ts";
import { isOfPartner } from "../partners/condition.ts";
import { serviceLink } from "../partners/list.ts";
import { findOwnPartnerId, findOwnRecipient } from "../partners/memberships-read.ts";
import type { PartnerPerson } from "../partners/person.ts";
import { findPartnerBalances } from "../payouts/balances-read.ts";
import { findOwnTaxDetails, type OwnTaxDetails } from "../tax/list.ts";
import { readTermsNow, type TermsNow } from "../terms/now-read.ts";
import { listOwnCommissions } from "./own-commissions-read.ts";
import { findOwnPayment, type OwnPayment } from "./payment-read.ts";
import { findRecruits, type Recruits } from "./recruits-read.ts";
import { readPartnerToken } from "./token.ts";
import type { OwnPayout, PartnerLists, PartnerOverview } from "./view-rows.ts";

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
  /** Null where there is nothing to show. */
  recruits(): Promise<Recruits | null>;
  /** Its discount codes. */
  codes(): Promise<readonly OwnCode[]>;
  /** How far it is from the bonuses that run. */
  bonuses(): Promise<readonly BonusProgress[]>;
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
      recruits: () => findRecruits(db, of, { baseUrl, code: partner.code, settings }),
      codes: () => findOwnCodes(db, of),
      bonuses: () => findBonusProgress(db, of.programId, of.partnerId, new Date(now())),
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
const [byClick, byLead, byPayout] = [byId("clicks"), byId("leads"), byId("payouts")];

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
  commissions: listOwnCommissions,
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
