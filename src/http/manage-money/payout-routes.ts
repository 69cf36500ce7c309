// Payouts over HTTP: what is owed, putting it together, and saying what became of it. Members see all of it, owners do it.
import type { RequestHandler } from "express";
import { z } from "zod";
import type { Actor } from "../../access/permission.ts";
import { currencies } from "../../core/money.ts";
import { exportedNote, payoutStatuses } from "../../core/payout-rows.ts";
import type { MoneyManagement } from "../../ingest/money-management.ts";
import { Refusal } from "../../operations/refusal.ts";
import {
  findPayoutDetail,
  findPayouts,
  listOwed,
  listPayoutItems,
  listPayouts,
  type OwedLine,
  type PayoutItemLine,
  type PayoutLine,
} from "../../queries/payouts.ts";
import type { AccountCaller } from "../manage/callers.ts";
import { id, oneOf, pathId, readJson, readQuery, text } from "../manage/fields.ts";
import { listRoute } from "../manage/list-route.ts";
import { createOnce } from "../manage/once-route.ts";
import { sendJson } from "../send.ts";
import type { MoneyParts } from "./parts.ts";

const amountMax = 1_000_000_000_000;
const amountRule = `must be a whole number from 1 to ${amountMax}`;
const amount = z.int(amountRule).min(1, amountRule).max(amountMax, amountRule);

const newPayoutsSchema = z.strictObject({
  currency: z.enum(currencies),
  minimum_cents: amount.default(1),
  partner_id: z.int().positive().optional(),
  only_with_recipient: z.boolean().default(false),
});
const paidSchema = z.strictObject({ method: text.nullable().default(null), reference: text.nullable().default(null) });
const returnedSchema = z.strictObject({ reason: text.nullable().default(null) });
const nothing = z.strictObject({});

export function listOwedRoute(parts: MoneyParts): RequestHandler {
  return listRoute(parts, {
    name: "owed",
    right: "member",
    filters: {
      partner_id: id.optional(),
      currency: oneOf(currencies).optional(),
      minimum_cents: z
        .string()
        .regex(/^\d{1,13}$/, amountRule)
        .transform(Number)
        .optional(),
    },
    columns: {
      partner_id: true,
      partner_name: true,
      currency: true,
      owed_cents: true,
      commission_cents: true,
      adjustment_cents: true,
      item_count: true,
    } satisfies Record<keyof OwedLine, true>,
    read: (db, programId, page, { partner_id, currency, minimum_cents }) =>
      listOwed(db, programId, page, { partnerId: partner_id, currency, minimumCents: minimum_cents }),
  });
}

export function listPayoutsRoute(parts: MoneyParts): RequestHandler {
  return listRoute(parts, {
    name: "payouts",
    right: "member",
    filters: {
      status: oneOf(payoutStatuses).optional(),
      partner_id: id.optional(),
      currency: oneOf(currencies).optional(),
    },
    columns: {
      payout_id: true,
      partner_id: true,
      currency: true,
      amount_cents: true,
      item_count: true,
      status: true,
      method: true,
      reference: true,
      created_at: true,
      paid_at: true,
      exported_at: true,
      withdrawn_at: true,
    } satisfies Record<keyof PayoutLine, true>,
    read: (db, programId, page, { status, partner_id, currency }) =>
      listPayouts(db, programId, page, { status, partnerId: partner_id, currency }),
  });
}

export function createPayoutsRoute(parts: MoneyParts): RequestHandler {
  const { callers, money, reads, bodyBytesMax } = parts;
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const programId = pathId(request.params.programId);
    const { partner_id = null, ...body } = await readJson(request, bodyBytesMax, newPayoutsSchema);
    const wish = {
      currency: body.currency,
      minimumCents: body.minimum_cents,
      partnerId: partner_id,
      onlyWithRecipient: body.only_with_recipient,
    };
    await createOnce(parts, request, response, {
      caller,
      body: wish,
      make: (once) => money.createPayouts(caller, programId, wish, once),
      madeBefore: (ids) => ({ payoutIds: [...ids], leftOut: [] }),
      answer: async ({ payoutIds, leftOut }) => ({
        data: await reads.ofProgram(caller, programId, "member", (db) => findPayouts(db, programId, payoutIds)),
        ...(leftOut.length === 0 ? {} : { left_out: leftOut }),
      }),
    });
  };
}

export function readPayoutRoute(parts: MoneyParts): RequestHandler {
  return async (request, response) => {
    const caller = await parts.callers.account(request, response);
    readQuery(request, nothing);
    const programId = pathId(request.params.programId);
    sendJson(response, 200, { data: await readPayout(parts, caller, programId, pathId(request.params.payoutId)) });
  };
}

export function listPayoutItemsRoute(parts: MoneyParts): RequestHandler {
  return (request, response, next) => {
    const payoutId = pathId(request.params.payoutId);
    const list = listRoute(parts, {
      name: `items-of-payout-${payoutId}`,
      right: "member",
      filters: {},
      columns: { sale_id: true, transaction_id: true, amount_cents: true } satisfies Record<keyof PayoutItemLine, true>,
      read: (db, programId, page) => listPayoutItems(db, programId, payoutId, page),
    });
    return list(request, response, next);
  };
}

export const markPaidRoute = (parts: MoneyParts): RequestHandler =>
  closingRoute(parts, paidSchema, (money, caller, programId, payoutId, mark) =>
    money.markPaid(caller, programId, payoutId, mark),
  );

export const cancelPayoutRoute = (parts: MoneyParts): RequestHandler =>
  closingRoute(
    parts,
    nothing,
    (money, caller, programId, payoutId) => money.cancelPayout(caller, programId, payoutId),
    ({ payout_id, exported_at }) =>
      exported_at === null ? [] : [{ code: "payout_was_exported", message: exportedNote(payout_id, exported_at) }],
  );

export const markReturnedRoute = (parts: MoneyParts): RequestHandler =>
  closingRoute(parts, returnedSchema, (money, caller, programId, payoutId, { reason }) =>
    money.markReturned(caller, programId, payoutId, reason),
  );

function closingRoute<Schema extends z.ZodType>(
  parts: MoneyParts,
  schema: Schema,
  close: (
    money: MoneyManagement,
    caller: Actor,
    programId: number,
    payoutId: number,
    body: z.output<Schema>,
  ) => Promise<void>,
  warningsOf: (payout: PayoutLine) => readonly object[] = () => [],
): RequestHandler {
  const { callers, money, bodyBytesMax } = parts;
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const programId = pathId(request.params.programId);
    const payoutId = pathId(request.params.payoutId);
    await close(money, caller, programId, payoutId, await readJson(request, bodyBytesMax, schema));
    const data = await readPayout(parts, caller, programId, payoutId);
    const warnings = warningsOf(data);
    sendJson(response, 200, warnings.length === 0 ? { data } : { data, warnings });
  };
}

async function readPayout({ reads }: MoneyParts, caller: AccountCaller, programId: number, payoutId: number) {
  const payout = await reads.ofProgram(caller, programId, "member", (db) => findPayoutDetail(db, programId, payoutId));
  if (payout === undefined) throw new Refusal("not_found", `Program ${programId} has no payout ${payoutId}.`);
  return payout;
}
