// What an operator and a brand look into when something does not add up: deliveries and why each became what it became, what waits,
// refused calls, disputes; and what the operator decides about them.
import { z } from "zod";
import { id, oneOf, text, words } from "../../core/vocabulary/fields.ts";
import { acceptPayment, closeDispute } from "../commissions/decision.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import {
  answerOf,
  type Call,
  defineOperation,
  inProgram,
  type Operation,
  operators,
  programId,
} from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { listTrackingLog, trackingLogFilters, trackingLogLine } from "../programs/tracking-log-list.ts";
import { disputeFilters, disputeLine, listDisputes } from "../sales/disputes-list.ts";
import { deliveryDetail, findDeliveriesByProviderId, findDelivery } from "./detail-read.ts";
import { deliveryFilters, deliveryLine, listDeliveries } from "./list.ts";
import { releaseParked } from "./parked-change.ts";
import { findParked, listParked, parkedDetail, parkedLine } from "./parked-list.ts";

const path = "/programs/:program_id";

export const operations: readonly Operation[] = [
  defineProgramList({
    name: "deliveries.list",
    description: "Each with its verdict in a sentence.",
    access: inProgram("read"),
    tool: { name: "list_deliveries", scope: "events:read" },
    http: { method: "get", path: `${path}/deliveries` },
    row: deliveryLine,
    table: ["event_id", "received_at", "provider", "provider_event_type", "outcome", "verdict"],
    filters: deliveryFilters,
    example: "deliveries list --program 1 --status failed",
    read: listDeliveries,
  }),
  defineOperation({
    name: "deliveries.show",
    description: "The reason of its outcome, and of a missing attribution: every lookup and its result.",
    access: inProgram("read"),
    tool: { name: "get_delivery", scope: "events:read" },
    http: { method: "get", path: `${path}/deliveries/:delivery` },
    command: { example: "deliveries show 42 --program 1", argument: "delivery" },
    input: { program_id: programId, delivery: text("Its event's id, or the provider's id") },
    output: answerOf(deliveryDetail),
    run: async (call, { program_id, delivery }) => {
      await call.reads.ofProgram(call.actor, program_id, "read", async () => undefined);
      const found = await findNamed(call, program_id, delivery);
      if (found === undefined) throw new Refusal("not_found", `Program ${program_id} has no delivery ${delivery}.`);
      return { data: found };
    },
  }),
  defineProgramList({
    name: "parked.list",
    description: "With every name that could settle them.",
    access: inProgram("read"),
    tool: { name: "list_parked", scope: "events:read" },
    http: { method: "get", path: `${path}/parked` },
    row: parkedLine,
    table: ["event_id", "received_at", "type", "source", "reason", "waits_for"],
    filters: {},
    example: "parked list --program 1",
    read: listParked,
  }),
  defineOperation({
    name: "parked.show",
    description: "attributions.set attributes a payment to a partner manually.",
    access: inProgram("read"),
    tool: { name: "get_parked", scope: "events:read" },
    http: { method: "get", path: `${path}/parked/:event_id` },
    command: { example: "parked show 42 --program 1", argument: "event_id" },
    input: { program_id: programId, event_id: id("The event, as parked.list names it") },
    output: answerOf(parkedDetail),
    run: async (call, { program_id, event_id }) => {
      const found = await call.reads.ofProgram(call.actor, program_id, "read", (db) =>
        findParked(db, program_id, event_id),
      );
      if (found === undefined)
        throw new Refusal("not_found", `Program ${program_id} has no event ${event_id} that waits.`);
      return { data: found };
    },
  }),
  defineOperation({
    name: "parked.release",
    description: "It stays in the log; its payment can be reported again by a call or a delivery.",
    access: operators,
    http: {
      method: "post",
      path: `${path}/parked/:event_id/release`,
      example: { reason: "a test of ours" },
    },
    errors: ["forbidden"],
    command: { example: 'parked release --program 1 --event 42 --reason "a test of ours"' },
    changes: true,
    input: {
      program_id: programId,
      event_id: id("The event, as parked list names it"),
      reason: text("The reason, for later readers"),
    },
    output: answerOf(
      z.strictObject({ event_id: id("The event"), outcome: z.literal("ignored"), reason: z.literal("released") }),
    ),
    run: async (call, { program_id, event_id, reason }) => {
      const release = { programId: program_id, eventId: event_id, reason };
      await decide(call, program_id, () => releaseParked(call.database, release, call.actor));
      return { data: { event_id, outcome: "ignored" as const, reason: "released" as const } };
    },
  }),
  defineProgramList({
    name: "tracking-log.list",
    description: "Answers to tracking calls, kept for a month.",
    access: inProgram("read"),
    tool: { name: "list_tracking_log", scope: "events:read" },
    http: { method: "get", path: `${path}/tracking-log` },
    row: trackingLogLine,
    table: ["line_id", "logged_at", "call", "is_test", "code", "transaction_id", "message"],
    filters: trackingLogFilters,
    example: "tracking-log list --program 1 --code no_attribution",
    read: listTrackingLog,
  }),
  defineProgramList({
    name: "disputes.list",
    description: "Which sales are disputed, and how it ended.",
    access: inProgram("read"),
    tool: { name: "list_disputes", scope: "events:read" },
    http: { method: "get", path: `${path}/disputes` },
    row: disputeLine,
    table: ["event_id", "received_at", "dispute_id", "sale_id", "transaction_id", "amount_cents", "status"],
    filters: disputeFilters,
    example: "disputes list --program 1 --status open",
    read: listDisputes,
  }),
  defineOperation({
    name: "disputes.close",
    description: "For providers that never report how a dispute ended.",
    access: operators,
    http: {
      method: "post",
      path: `${path}/disputes/close`,
      example: { transaction_id: "tran_1", dispute_id: "disp_1", result: "won" },
    },
    errors: ["forbidden"],
    command: { example: "disputes close --program 1 --transaction-id tran_1 --dispute disp_1 --result won" },
    changes: true,
    input: {
      program_id: programId,
      transaction_id: text("Any name of the disputed payment"),
      dispute_id: text("The dispute's id, as disputes list shows it"),
      result: oneOf(["won", "lost"], "How it ended"),
    },
    output: answerOf(
      z.strictObject({
        dispute_id: words("The dispute"),
        status: z.enum(["won", "lost"]).meta({ description: "Who won it" }),
      }),
    ),
    run: async (call, { program_id, transaction_id, dispute_id, result }) => {
      const dispute = { programId: program_id, transactionId: transaction_id, disputeId: dispute_id, result };
      await decide(call, program_id, () => closeDispute(call.database, dispute, call.actor));
      return { data: { dispute_id, status: result } };
    },
  }),
  defineOperation({
    name: "sales.accept",
    description: "The operator decides for the merchant. To decide the other way, report a refund.",
    access: operators,
    http: {
      method: "post",
      path: `${path}/sales/accept`,
      example: { transaction_id: "eip155:8453:0x12ab", reason: "paid by bank transfer" },
    },
    errors: ["forbidden"],
    command: {
      example: 'sales accept --program 1 --transaction-id eip155:8453:0x12ab --reason "paid by bank transfer"',
    },
    changes: true,
    input: {
      program_id: programId,
      transaction_id: text("The sale's transaction_id"),
      reason: text("The reason for accepting it"),
    },
    output: answerOf(
      z.strictObject({ transaction_id: words("The sale's payment"), evidence: z.literal("operator_accepted") }),
    ),
    run: async (call, { program_id, transaction_id, reason }) => {
      const payment = { programId: program_id, transactionId: transaction_id, reason };
      await decide(call, program_id, () => acceptPayment(call.database, payment, call.actor));
      return { data: { transaction_id, evidence: "operator_accepted" as const } };
    },
  }),
];

/** What would change nothing is refused in words. */
async function decide(
  { reads, actor }: Call,
  programId: number,
  decision: () => Promise<string | null>,
): Promise<void> {
  await reads.ofProgram(actor, programId, "operator", async () => undefined);
  const refusal = await decision();
  if (refusal !== null) throw new Refusal("invalid_request", refusal);
}

/** Some providers number their events as well: an event's id of ours comes first. */
async function findNamed({ database }: Call, programId: number, name: string) {
  const eventId = /^[1-9]\d{0,15}$/.test(name) ? Number(name) : null;
  const found = eventId === null ? undefined : await findDelivery(database, programId, eventId);
  if (found !== undefined) return found;
  const [only, ...more] = await findDeliveriesByProviderId(database.kysely, programId, name);
  if (more.length > 0) {
    const named = [only, ...more].join(", ");
    throw new Refusal("invalid_request", `Several deliveries have the id ${name}; name one by its event: ${named}.`);
  }
  return only === undefined ? undefined : findDelivery(database, programId, only);
}
