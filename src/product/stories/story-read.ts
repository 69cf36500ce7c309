// The story of a payment, or of a customer: one timeline from the click to the payout, with what did not happen and why. Everything
// is found by the names that lead from one to the other, however long the log is.
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { identityOf, subjectOf } from "../../core/rules/fold/keys.ts";
import {
  cents,
  currency,
  currencyOf,
  flag,
  id,
  idOrNull,
  timeOrNull,
  words,
  wordsOrNull,
} from "../../core/vocabulary/fields.ts";
import { commissionStatuses, saleStatuses } from "../../core/vocabulary/statuses.ts";
import type { Database } from "../../engine/postgres/database.ts";
import { explain, lookedFor } from "../deliveries/detail-read.ts";
import { findFirstSeq } from "../events/event-at.ts";
import {
  eventsOfCustomer,
  eventsOfPayments,
  eventsOfProviderCustomer,
  eventsOfTransaction,
  paymentsOfProviderCustomer,
} from "../events/events-of-names.ts";
import { type EventLine, findEventLines } from "../events/list.ts";
import {
  type Approval,
  findApproval,
  findEarlyApproval,
  findReportedWithSales,
  findStoryChanges,
  findStoryFlags,
  findStoryPayouts,
  findStorySales,
  type StorySale,
} from "./sale-lines-read.ts";
import { type Step, stepKinds } from "./step.ts";
import { stepsOf } from "./steps.ts";

const storyEventsMax = 500;
/** Of a customer who pays again and again, those whose approval is looked for. */
const approvalsMax = 20;

const storyStep = z.strictObject({
  at: timeOrNull("When; null for an upcoming step without a day"),
  kind: z
    .enum(stepKinds)
    .meta({ description: "The kind of step; no_sale and no_commission: what did not happen, and why" }),
  is_upcoming: flag("It has not happened yet"),
  reported_by: wordsOrNull("Who reported it: api, browser, operator, schedule, chain or a provider"),
  event_id: idOrNull("The event behind it"),
  sale_id: idOrNull("The sale it belongs to"),
  partner_id: idOrNull("Whose it is"),
  amount_cents: cents("Its amount, in the currency's smallest unit").nullable(),
  currency: currencyOf("Of the amount").nullable(),
  summary: words("What happened, in a sentence"),
}) satisfies z.ZodType<Step>;

const storySale = z.strictObject({
  sale_id: id("The sale"),
  transaction_id: words("Its payment"),
  customer_key: wordsOrNull("Who bought"),
  partner_id: id("The partner it is attributed to"),
  partner_name: words("Its name"),
  click_id: wordsOrNull("The click that earned it; null if it was attributed manually"),
  amount_cents: cents("The amount paid, gross"),
  refunded_cents: cents("The amount refunded"),
  currency,
  status: z.enum(saleStatuses).meta({ description: "Its status" }),
  commission_cents: cents("The current commission; null without one").nullable(),
  commission_currency: currencyOf("Of the commission").nullable(),
  commission_status: z.enum(commissionStatuses).nullable().meta({ description: "The commission's status" }),
  hold_until: timeOrNull("The end of the commission's hold"),
});

export const story = z.strictObject({
  program_id: id("The program"),
  sales: z.array(storySale).readonly().meta({ description: "Their current state; empty without sales" }),
  steps: z.array(storyStep).readonly().meta({ description: "In the order of time; upcoming steps come last" }),
  lookups: z.array(lookedFor).readonly().meta({
    description: "If the newest payment led to no sale: the lookups for its attribution, and their results",
  }),
  is_cut: flag(`There is more: only the ${storyEventsMax} oldest events are listed`),
});

/** One payment has few sales: each shows all that was sent with it. */
export const paymentStory = story.extend({
  sales: z
    .array(
      storySale.extend({
        line_items: z.unknown().meta({
          description: "The line items of the brand's call; null without them, and after the person was erased",
        }),
        additional_data: z
          .unknown()
          .meta({ description: "Additional data of the brand's call; null as for line_items" }),
      }),
    )
    .readonly()
    .meta({ description: "Their current state; empty without sales" }),
});

export type Story = z.output<typeof story>;
export type PaymentStory = z.output<typeof paymentStory>;

type Ids = RawBuilder<{ id: number }>;
type Asked = { readonly programId: number; readonly now: Date };

export type PaymentName = { readonly saleId: number } | { readonly transactionId: string };

/** Undefined when nothing is known of such a payment. */
export async function findPaymentStory(
  database: Database,
  asked: Asked,
  name: PaymentName,
): Promise<PaymentStory | undefined> {
  const { programId } = asked;
  const payments: Ids =
    "saleId" in name
      ? sql`select sale_id as id from sale where program_id = ${programId} and sale_id = ${name.saleId}`
      : sql`select payment_id as id from payment_alias where program_id = ${programId} and alias = ${name.transactionId}`;
  const named =
    "saleId" in name ? eventsOfPayments(programId, payments) : eventsOfTransaction(programId, name.transactionId);
  const sales = sql`
    select s.click_id, s.customer_key
      from (${payments}) payment
      join sale s on s.program_id = ${programId} and s.sale_id = payment.id`;
  const events: Ids = sql`
    ${named}
     union
    select c.event_id
      from (${sales}) s
      join click c on c.program_id = ${programId} and c.click_id = s.click_id
     union
    select l.lead_id
      from (${sales}) s
      join lead l on l.program_id = ${programId} and l.subject = ${subjectOf.customer("")}::text || s.customer_key`;
  const found = await readStory(database, asked, { events, payments });
  if (found === undefined) return undefined;
  const reported = await findReportedWithSales(database.kysely, programId, payments);
  const sentWith = new Map(reported.map(({ sale_id, ...sent }) => [sale_id, sent]));
  const nothing = { line_items: null, additional_data: null };
  return { ...found, sales: found.sales.map((sale) => ({ ...sale, ...(sentWith.get(sale.sale_id) ?? nothing) })) };
}

/** Undefined when nothing is known of such a customer. */
export function findCustomerStory(database: Database, asked: Asked, customerKey: string): Promise<Story | undefined> {
  const { programId } = asked;
  const payments: Ids = sql`
    select sale_id as id from sale where program_id = ${programId} and customer_key = ${customerKey} and sale_id > 0`;
  return readStory(database, asked, { events: eventsOfCustomer(programId, customerKey), payments });
}

/** By the provider's id: the story of the brand's customer, where that is known. Undefined when nothing is known of such a customer. */
export async function findProviderCustomerStory(
  database: Database,
  asked: Asked,
  providerCustomerId: string,
): Promise<Story | undefined> {
  const { programId } = asked;
  const known = await database.kysely
    .selectFrom("identity")
    .select("customer_key")
    .where("program_id", "=", programId)
    .where("identity", "=", identityOf.payer(providerCustomerId))
    .executeTakeFirst();
  if (known?.customer_key != null) return findCustomerStory(database, asked, known.customer_key);
  return readStory(database, asked, {
    events: eventsOfProviderCustomer(programId, providerCustomerId),
    payments: paymentsOfProviderCustomer(programId, providerCustomerId),
  });
}

async function readStory(
  database: Database,
  { programId, now }: Asked,
  { events, payments }: { readonly events: Ids; readonly payments: Ids },
): Promise<Story | undefined> {
  const db = database.kysely;
  const found = await findEventLines(db, programId, events, storyEventsMax + 1);
  if (found.length === 0) return undefined;
  const lines = found.slice(0, storyEventsMax);
  const sales = await findStorySales(db, programId, payments);
  const saleIds = sales.map(({ sale_id }) => sale_id);
  const [changes, payouts, flags, approvals] = await Promise.all([
    findStoryChanges(db, programId, saleIds),
    findStoryPayouts(db, programId, saleIds),
    findStoryFlags(db, programId, saleIds),
    findApprovals(database, programId, sales),
  ]);
  return {
    program_id: programId,
    sales: sales.map(saleOf),
    steps: stepsOf({ events: lines, sales, changes, flags, payouts, approvals, now }),
    lookups: await whyNot(database, programId, lines),
    is_cut: found.length > lines.length,
  };
}

async function findApprovals(
  { kysely }: Database,
  programId: number,
  sales: readonly StorySale[],
): Promise<Approval[]> {
  const approved = sales.filter(
    ({ commission_stage }) => commission_stage === "approved" || commission_stage === "paid",
  );
  const found = approved.slice(-approvalsMax).map(async ({ sale_id: saleId, hold_until }) => {
    if (hold_until === null) return undefined;
    const sinceSeq = await findFirstSeq(kysely, programId, hold_until);
    const scheduled = await findApproval(kysely, programId, { saleId, sinceSeq });
    return scheduled ?? findEarlyApproval(kysely, programId, saleId);
  });
  return (await Promise.all(found)).filter((approval) => approval !== undefined);
}

function saleOf(sale: StorySale): Story["sales"][number] {
  return {
    sale_id: sale.sale_id,
    transaction_id: sale.transaction_id,
    customer_key: sale.customer_key,
    partner_id: sale.partner_id,
    partner_name: sale.partner_name,
    click_id: sale.click_id,
    amount_cents: sale.amount_cents,
    refunded_cents: sale.refunded_cents,
    currency: sale.currency,
    status: sale.status,
    commission_cents: sale.commission_cents,
    commission_currency: sale.commission_currency,
    commission_status: sale.commission_status,
    hold_until: sale.hold_until,
  };
}

/** By the functions of the fold that decided. */
async function whyNot(database: Database, programId: number, lines: readonly EventLine[]): Promise<Story["lookups"]> {
  const last = lines.findLast(({ type }) => type === "payment_succeeded" || type === "sale_reported");
  if (last === undefined) return [];
  const { lookups } = await explain(database, { ...last, program_id: programId });
  return lookups;
}
