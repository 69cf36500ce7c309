// Which terms would pay a partner's sale now, and how far the partner is from its next tier: by the fold's own rules, over the rows that
// it would read.
import type { Kysely } from "kysely";
import { z } from "zod";
import { Books } from "../../core/rules/books.ts";
import {
  type CommissionTerms,
  commissionTermsSchema,
  tierMetrics,
  tierPeriods,
} from "../../core/rules/events/settings/terms.ts";
import { monthOf } from "../../core/rules/events/statement.ts";
import { groupOf, holdPeriodDays, termsInForce } from "../../core/rules/fold/terms/in-force.ts";
import { subjectOf } from "../../core/rules/fold/terms/totals.ts";
import {
  groupHolder,
  lifetime,
  partnerHolder,
  type TermTotalRow,
  termsScopes,
} from "../../core/rules/rows/terms-rows.ts";
import { cents, count, currency, id, sum, words } from "../../core/vocabulary/fields.ts";
import { isAtLeast, sumOf } from "../../core/vocabulary/money/money.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

const step = z.strictObject({
  from: z.int().meta({ description: "What the metric must have reached" }),
  rate_bps: z.int().nullable().meta({ description: "Hundredths of a percent; null where the commission is flat" }),
  amount_cents: cents("The flat amount").nullable().meta({ description: "The flat amount; null where it is a share" }),
});

const tier = z.strictObject({
  metric: z.enum(tierMetrics).meta({ description: "What steps are reached by" }),
  period: z.enum(tierPeriods).meta({ description: "Counted within this month (UTC), or for life" }),
  currency: currency.nullable().meta({ description: "Sales of this currency; null before the first" }),
  reached: sum("What the partner's sales have reached"),
  step: step.nullable().meta({ description: "The step that its sales have reached; null below the first" }),
  next_step: step.nullable().meta({ description: "The next one; null on the last" }),
});

export const termsNow = z.strictObject({
  group_id: words("The partner's group"),
  scope: z.enum(termsScopes).meta({ description: "Whose terms pay it" }),
  policy_event_id: id("The event that set them"),
  commission: commissionTermsSchema.meta({ description: "The terms" }),
  hold_period_days: count("How long its commissions are held"),
  tiers: z
    .array(tier)
    .readonly()
    .meta({ description: "How far it is, by currency; empty where the terms have no tiers" }),
});

export type TermsNow = z.output<typeof termsNow>;

/** Undefined where the program has no such partner. `now` decides which month counts. */
export async function readTermsNow(
  db: Kysely<Tables>,
  programId: number,
  { partner_id, product_id }: { readonly partner_id: number; readonly product_id: string | null },
  now: Date,
): Promise<TermsNow | undefined> {
  const books = await loadTerms(db, programId, { partner_id, product_id });
  if (books.of.partner.get(partner_id) === undefined) return undefined;
  const earning = { partner_id, product_id, customer_key: null };
  const group_id = groupOf(books, earning, newest);
  const { commission, scope, policy_event_id } = termsBy(books, earning);
  const totals = await totalsOf(db, programId, { partner_id, product_id, scope, group_id }, commission, now);
  return {
    group_id,
    scope,
    policy_event_id,
    commission,
    hold_period_days: holdPeriodDays(books, group_id, newest),
    tiers: tiersOf(commission, totals),
  };
}

/** Behind every event there is. */
const newest = Number.MAX_SAFE_INTEGER;

function termsBy(books: Books, earning: Parameters<typeof termsInForce>[1]) {
  const { commission, origin } = termsInForce(books, earning, newest);
  if (origin === null) throw new Error("terms were loaded as in a program that has no groups");
  return { commission, ...origin };
}

/** What the fold would read for a sale of the partner, whether the program has groups or not. */
async function loadTerms(
  db: Kysely<Tables>,
  programId: number,
  { partner_id, product_id }: { readonly partner_id: number; readonly product_id: string | null },
): Promise<Books> {
  const books = new Books(programId);
  const [program] = await db.selectFrom("program").selectAll().where("program_id", "=", programId).execute();
  if (program !== undefined) books.of.program.load("", [{ ...program, uses_terms: true }]);
  const settings = db.selectFrom("program_settings").selectAll().where("program_id", "=", programId);
  books.of.program_settings.load("", await settings.orderBy("from_event_id", "desc").limit(1).execute());
  const partners = db.selectFrom("partner").selectAll().where("program_id", "=", programId);
  const partner = await partners.where("partner_id", "=", partner_id).execute();
  books.of.partner.load(partner_id, partner);
  const groupId = groupOf(books, { partner_id, product_id, customer_key: null }, newest);
  const groups = db.selectFrom("partner_group").selectAll().where("program_id", "=", programId);
  books.of.partner_group.load(groupId, await groups.where("group_id", "=", groupId).execute());
  for (const holder of [partnerHolder(partner_id), groupHolder(groupId)]) {
    const policies = db.selectFrom("partner_policy").selectAll().where("program_id", "=", programId);
    books.of.partner_policy.load(holder, await policies.where("holder", "=", holder).execute());
  }
  if (product_id === null) return books;
  const policies = db.selectFrom("policy").selectAll().where("program_id", "=", programId);
  books.of.policy.load(product_id, await policies.where("product_id", "=", product_id).execute());
  return books;
}

type Subject = Parameters<typeof subjectOf>[1] & { readonly partner_id: number; readonly product_id: string | null };

async function totalsOf(
  db: Kysely<Tables>,
  programId: number,
  subject: Subject,
  { tiers }: CommissionTerms,
  now: Date,
): Promise<readonly TermTotalRow[]> {
  if (tiers === undefined) return [];
  return db
    .selectFrom("term_total")
    .selectAll()
    .where("program_id", "=", programId)
    .where("holder", "=", partnerHolder(subject.partner_id))
    .where("period", "=", tiers.period === "month" ? monthOf(now) : lifetime)
    .where("subject", "=", subjectOf(subject, subject))
    .orderBy("currency")
    .execute();
}

function tiersOf({ tiers }: CommissionTerms, totals: readonly TermTotalRow[]): TermsNow["tiers"] {
  if (tiers === undefined) return [];
  const { metric, period, steps } = tiers;
  const counted =
    totals.length === 0 ? [{ currency: null, reached: 0 }] : totals.map((total) => reachedBy(total, metric));
  return counted.map(({ currency: of, reached }) => {
    const index = steps.findLastIndex(({ from }) => isAtLeast(reached, from));
    return { metric, period, currency: of, reached, step: stepAt(steps, index), next_step: stepAt(steps, index + 1) };
  });
}

function reachedBy(total: TermTotalRow, metric: (typeof tierMetrics)[number]) {
  return { currency: total.currency, reached: sumOf([total[metric]]) };
}

type Steps = NonNullable<CommissionTerms["tiers"]>["steps"];

function stepAt(steps: Steps, index: number): z.output<typeof step> | null {
  const found = steps[index];
  if (found === undefined) return null;
  return {
    from: found.from,
    rate_bps: "rate_bps" in found ? found.rate_bps : null,
    amount_cents: "amount_cents" in found ? found.amount_cents : null,
  };
}
