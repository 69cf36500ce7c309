// Manual attribution: "this sale was mine". Owners decide, each time with a reason; members see the decisions.
import { z } from "zod";
import { cents, currency, id, text, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { refuseFields } from "../operation/refusal.ts";
import { type Decided, type Decision, decideAttribution, type NamedPayment, type Payee } from "./change.ts";
import { attributionFilters, attributionLine, listAttributions } from "./list.ts";

const path = "/programs/:program_id/attributions";

const payment = {
  sale_id: id("The sale").optional(),
  event_id: id("The event that waits, as parked list names it, or that reported the sale").optional(),
  transaction_id: text("Any name of the payment").optional(),
};
const reason = text("The reason, for later readers");

type Named = {
  readonly [Name in "sale_id" | "event_id"]?: number | undefined;
} & { readonly transaction_id?: string | undefined };

const standing = z.strictObject({
  partner_id: id("Whose it is"),
  amount_cents: cents("What was paid"),
  currency,
  commission_cents: cents("What it earns").nullable(),
  commission_currency: currency.nullable(),
  commission_status: wordsOrNull("The commission's status; null without one"),
  platform_fee_cents: cents("The fee it costs"),
});

const decidedAnswer = answerOf(
  z.strictObject({
    decision_id: id("The event that was recorded"),
    payment_id: id("The payment: its sale's id"),
    before: standing.nullable().meta({ description: "Its amount then; null if it was no sale" }),
    after: standing.nullable().meta({ description: "Its amount now; null if it is no sale" }),
    adjustments: z
      .array(
        z.strictObject({
          partner_id: id("The partner"),
          currency,
          amount_cents: z.int().meta({ description: "Owed, or taken off the next payout where below zero" }),
        }),
      )
      .readonly()
      .meta({ description: "The correction of what was paid for it" }),
  }),
);

const why = { reason: "Order 2001 names the partner's video" };

export const operations: readonly Operation[] = [
  defineProgramList({
    name: "attributions.list",
    description: "Decisions in force; undone ones are in the log only.",
    access: inProgram("read"),
    tool: { name: "list_attributions", scope: "events:read" },
    http: { method: "get", path },
    row: attributionLine,
    table: ["payment_id", "decided_at", "state", "partner_id", "evidence_partner_id", "reason", "by"],
    filters: attributionFilters,
    example: "attributions list --program 1",
    read: listAttributions,
  }),
  defineOperation({
    name: "attributions.set",
    description:
      "A payment that waits, or was taken from its partner, becomes the partner's sale: by the policy, hold and fee of when it was received. If it is its customer's first sale, the customer's later payments, and those waiting since, are the partner's too, until the decision is undone.",
    access: inProgram("attributions"),
    http: { method: "post", path, example: { transaction_id: "invoice-2001", partner_code: "anna", ...why } },
    errors: ["no_attribution", "already_attributed", "not_attributable", "partner_inactive"],
    command: {
      example: 'attributions set --program 1 --event 42 --partner-code anna --reason "the order names her video"',
    },
    changes: true,
    input: {
      program_id: programId,
      ...payment,
      partner_id: id("The partner it is given to").optional(),
      partner_code: text("The partner's code, in place of its id").optional(),
      customer_key: text(
        "Attribute it to the partner this customer is bound to, instead of naming a partner",
      ).optional(),
      reason,
    },
    output: decidedAnswer,
    run: async (call, { program_id, reason, ...given }) =>
      decide(call, program_id, given, reason, { do: "set", payee: payeeOf(given) }),
  }),
  defineOperation({
    name: "attributions.remove",
    description:
      "The payment earns nothing, regardless of later reports, until that is undone or it is attributed to another partner. Commission already paid out is deducted from the next payout.",
    access: inProgram("attributions"),
    http: {
      method: "post",
      path: `${path}/remove`,
      example: { transaction_id: "invoice-2001", reason: "The partner bought it for itself" },
    },
    errors: ["not_attributed"],
    command: { example: 'attributions remove --program 1 --sale 42 --reason "the partner bought it for itself"' },
    changes: true,
    input: { program_id: programId, ...payment, reason },
    output: decidedAnswer,
    run: async (call, { program_id, reason, ...given }) => decide(call, program_id, given, reason, { do: "remove" }),
  }),
  defineOperation({
    name: "attributions.undo",
    description: "The payment gets the partner of its current evidence; without any, it waits again.",
    access: inProgram("attributions"),
    http: {
      method: "post",
      path: `${path}/undo`,
      example: { transaction_id: "invoice-2001", reason: "It was another order" },
    },
    errors: ["not_attributed"],
    command: { example: 'attributions undo --program 1 --sale 42 --reason "it was another order"' },
    changes: true,
    input: { program_id: programId, ...payment, reason },
    output: decidedAnswer,
    run: async (call, { program_id, reason, ...given }) => decide(call, program_id, given, reason, { do: "undo" }),
  }),
];

async function decide(
  { database, actor }: Call,
  programId: number,
  named: Named,
  why: string,
  decision: Decision,
): Promise<{ data: z.output<typeof decidedAnswer>["data"] }> {
  const request = { programId, payment: paymentOf(named), decision, reason: why };
  const { decisionId, paymentId, ...rest } = await decideAttribution(database, request, actor);
  return {
    data: decidedAnswer.shape.data.parse({
      decision_id: decisionId,
      payment_id: paymentId,
      ...rest,
    } satisfies Answered),
  };
}

type Answered = Omit<Decided, "decisionId" | "paymentId"> & {
  readonly decision_id: number;
  readonly payment_id: number;
};

function paymentOf({ sale_id, event_id, transaction_id }: Named): NamedPayment {
  const ids = [sale_id, event_id].filter((one) => one !== undefined);
  const [eventId] = ids;
  if (eventId !== undefined && ids.length === 1 && transaction_id === undefined) return { eventId };
  if (eventId === undefined && transaction_id !== undefined) return { transactionId: transaction_id };
  throw refuseFields([{ field: "", message: "Name the payment by one of sale_id, event_id and transaction_id." }]);
}

function payeeOf(given: {
  readonly partner_id?: number | undefined;
  readonly partner_code?: string | undefined;
  readonly customer_key?: string | undefined;
}): Payee {
  const payees: Payee[] = [];
  if (given.partner_id !== undefined) payees.push({ partnerId: given.partner_id });
  if (given.partner_code !== undefined) payees.push({ partnerCode: given.partner_code });
  if (given.customer_key !== undefined) payees.push({ customerKey: given.customer_key });
  const [payee] = payees;
  if (payee !== undefined && payees.length === 1) return payee;
  throw refuseFields([{ field: "", message: "Name the partner by one of partner_id, partner_code and customer_key." }]);
}
