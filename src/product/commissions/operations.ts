// Commissions by hand: owners hold them, release them and approve them early, many at once, each time with a reason.
import { z } from "zod";
import { currency, id, idOrNull, sum, text, words } from "../../core/vocabulary/fields.ts";
import { sumOf } from "../../core/vocabulary/money/money.ts";
import { type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import {
  type CommissionDecision,
  commissionsPerDecisionMax,
  type DecidedCommission,
  decideCommissions,
  decisionResults,
} from "./change.ts";

const path = "/programs/:program_id/commissions";

const commission_ids = z
  .array(id("The commission's id"))
  .min(1)
  .max(commissionsPerDecisionMax)
  .meta({ description: `Which, at most ${commissionsPerDecisionMax} of one call`, flag: { name: "commission" } });
const reason = text("The reason, for later readers");

const decidedAnswer = z.strictObject({
  data: z
    .array(
      z.strictObject({
        commission_id: id("The commission"),
        result: z.enum(decisionResults).meta({ description: "The result: done, or why not" }),
        message: words("The same in a sentence"),
        partner_id: idOrNull("Who earns it; null where there is no such commission"),
        amount_cents: z.int().nullable().meta({ description: "What is left of it, in its currency's smallest unit" }),
        currency: currency.nullable(),
      }),
    )
    .readonly()
    .meta({ description: "Each that was named, once, in their order" }),
  totals: z
    .array(
      z.strictObject({
        currency,
        amount_cents: sum("What they come to"),
        count: z.int().meta({ description: "How many they are" }),
      }),
    )
    .readonly()
    .meta({ description: "Of those it was done to, by currency" }),
});

const table = ["commission_id", "result", "partner_id", "amount_cents", "currency", "message"] as const;
const example = { commission_ids: [42, 43], reason: "Both orders name the partner's own address" };

export const operations: readonly Operation[] = [
  defineOperation({
    name: "commissions.hold",
    description:
      "They are neither approved nor paid until they are released, regardless of refunds and disputes. Partners read on their page that they are on hold, and the note. What waits in a payout already is paid with it, unless that is canceled: the answer says so.",
    access: inProgram("terms"),
    http: {
      method: "post",
      path: `${path}/hold`,
      example: { ...example, partner_note: "We are checking this order with the customer." },
    },
    command: {
      example: 'commissions hold --program 1 --commission 42 --commission 43 --reason "the partner\'s own orders"',
    },
    table,
    changes: true,
    input: {
      program_id: programId,
      commission_ids,
      reason,
      partner_note: text("What their partners read of why; they never read the reason").nullable().default(null),
    },
    output: decidedAnswer,
    run: (call, { partner_note, ...wish }) => decide(call, wish, { do: "hold", partnerNote: partner_note }),
  }),
  defineOperation({
    name: "commissions.release",
    description: "A released commission keeps its status: pending until its hold period ends, or approved.",
    access: inProgram("terms"),
    http: { method: "post", path: `${path}/release`, example },
    command: { example: 'commissions release --program 1 --commission 42 --reason "the orders are customers\'"' },
    table,
    changes: true,
    input: { program_id: programId, commission_ids, reason },
    output: decidedAnswer,
    run: (call, wish) => decide(call, wish, { do: "release" }),
  }),
  defineOperation({
    name: "commissions.approve",
    description:
      "Before their hold period is over: the next payout takes them. What goes back later is taken off as ever. To stop one that was approved, hold it.",
    access: inProgram("terms"),
    http: { method: "post", path: `${path}/approve`, example },
    command: { example: 'commissions approve --program 1 --commission 42 --reason "a campaign that pays at once"' },
    table,
    changes: true,
    input: { program_id: programId, commission_ids, reason },
    output: decidedAnswer,
    run: (call, wish) => decide(call, wish, { do: "approve" }),
  }),
];

type Wish = {
  readonly program_id: number;
  readonly commission_ids: readonly number[];
  readonly reason: string;
};

async function decide(
  { database, actor }: Call,
  { program_id: programId, commission_ids: commissionIds, reason }: Wish,
  decision: CommissionDecision,
): Promise<z.output<typeof decidedAnswer>> {
  const data = await decideCommissions(database, { programId, commissionIds, decision, reason }, actor);
  return { data, totals: totalsOf(data.filter(({ result }) => doneBy[decision.do] === result)) };
}

const doneBy = { hold: "held", release: "released", approve: "approved" } as const;

function totalsOf(decided: readonly DecidedCommission[]): z.output<typeof decidedAnswer>["totals"] {
  const byCurrency = Map.groupBy(decided, ({ currency: of }) => of);
  return [...byCurrency].flatMap(([of, rows]) =>
    of === null
      ? []
      : [{ currency: of, amount_cents: sumOf(rows.map((row) => row.amount_cents ?? 0)), count: rows.length }],
  );
}
