// What people look into to understand one thing: an event with all it says and came to, a payment or a customer from click to payout.
import { id, text } from "../../core/vocabulary/fields.ts";
import { eventDetail, findEvent } from "../events/detail-read.ts";
import { findInbox, inbox, inboxFilters } from "../inbox/list.ts";
import { answerOf, type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import {
  findCustomerStory,
  findPaymentStory,
  findProviderCustomerStory,
  type PaymentName,
  paymentStory,
  story,
} from "./story-read.ts";

export const operations: readonly Operation[] = [
  defineOperation({
    name: "events.show",
    description: "Its data, its delivery and readings, its outcome with the reason, and the rows it created.",
    access: inProgram("read"),
    tool: { name: "get_event", scope: "events:read" },
    http: { method: "get", path: "/programs/:program_id/events/:event_id" },
    command: { example: "events show 42 --program 1", argument: "event_id" },
    input: { program_id: programId, event_id: id("The event") },
    output: answerOf(eventDetail),
    run: async (call, { program_id, event_id }) => {
      await askRight(call, program_id);
      const found = await findEvent(call.database, program_id, event_id);
      if (found === undefined) throw new Refusal("not_found", `Program ${program_id} has no event ${event_id}.`);
      return { data: found };
    },
  }),
  defineOperation({
    name: "inbox.list",
    description:
      "One row for each cause, with how many, the first and the last, an example, and the next step in words. Tests are among them.",
    access: inProgram("read"),
    tool: { name: "list_inbox", scope: "events:read" },
    http: { method: "get", path: "/programs/:program_id/inbox" },
    command: { example: "inbox list --program 1 --from 2026-01-01" },
    input: { program_id: programId, ...inboxFilters },
    output: answerOf(inbox),
    run: async ({ reads, actor }, { program_id, ...filter }) => ({
      data: await reads.ofProgram(actor, program_id, "read", (db) => findInbox(db, program_id, filter)),
    }),
  }),
  defineOperation({
    name: "payments.story",
    description:
      "Click, lead, payment, sale, commission, hold, approval, payout and refunds: each step in a sentence, steps that did not happen with the reason, and the sale's line items. Name the payment by its sale or its transaction.",
    access: inProgram("read"),
    tool: { name: "get_payment_story", scope: "events:read" },
    http: { method: "get", path: "/programs/:program_id/payment-story" },
    command: { example: "payments story --program 1 --transaction-id order-1" },
    input: {
      program_id: programId,
      sale_id: id("The sale").optional(),
      transaction_id: text("Any name of the payment").optional(),
    },
    output: answerOf(paymentStory),
    run: async (call, { program_id, sale_id, transaction_id }) => {
      const name = paymentNamed(sale_id, transaction_id);
      return {
        data: await ifFound(call, program_id, () => findPaymentStory(call.database, asked(call, program_id), name)),
      };
    },
  }),
  defineOperation({
    name: "customers.story",
    description:
      "All that is known of the customer, in the order of time, each step in a sentence. Name the customer by the brand's own id or by the provider's.",
    access: inProgram("read"),
    tool: { name: "get_customer_story", scope: "events:read" },
    http: { method: "get", path: "/programs/:program_id/customer-story" },
    command: { example: "customers story --program 1 --customer-key user-42" },
    input: {
      program_id: programId,
      customer_key: text("The brand's own id of the customer").optional(),
      provider_customer_id: text("The provider's id of the customer, as customers.list has it").optional(),
    },
    output: answerOf(story),
    run: async (call, { program_id, ...named }) => {
      const find = customerNamed(named);
      return { data: await ifFound(call, program_id, () => find(call.database, asked(call, program_id))) };
    },
  }),
];

type NamedCustomer = { readonly customer_key?: string | undefined; readonly provider_customer_id?: string | undefined };

function customerNamed({ customer_key: key, provider_customer_id: providerId }: NamedCustomer) {
  if (key !== undefined && providerId === undefined) return (...where: Where) => findCustomerStory(...where, key);
  if (providerId !== undefined && key === undefined)
    return (...where: Where) => findProviderCustomerStory(...where, providerId);
  throw refuseFields([{ field: "", message: "Send either customer_key or provider_customer_id." }]);
}

type Where = [database: Call["database"], asked: ReturnType<typeof asked>];

function askRight({ reads, actor }: Call, programId: number): Promise<void> {
  return reads.ofProgram(actor, programId, "read", async () => undefined);
}

function asked({ now }: Call, programId: number) {
  return { programId, now: new Date(now()) };
}

async function ifFound<Story>(call: Call, programId: number, find: () => Promise<Story | undefined>): Promise<Story> {
  await askRight(call, programId);
  const found = await find();
  if (found === undefined) throw new Refusal("not_found", `Nothing of the kind is known in program ${programId}.`);
  return found;
}

function paymentNamed(saleId: number | undefined, transactionId: string | undefined): PaymentName {
  if (saleId !== undefined && transactionId === undefined) return { saleId };
  if (transactionId !== undefined && saleId === undefined) return { transactionId };
  throw refuseFields([{ field: "", message: "Send either sale_id or transaction_id." }]);
}
