// Where partners' payouts go: for owners, kept encrypted, and no part of the log.
import { z } from "zod";
import { bidiRule, hasBidiControl, id } from "../../core/vocabulary/fields.ts";
import { recipientKinds, recipientSchema } from "../../core/vocabulary/money/payout-recipient.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { removePayoutRecipient, setPayoutRecipient } from "./recipients.ts";
import { listPayoutRecipients, recipientFields, recipientLine, shownRecipient } from "./recipients-list.ts";

const partner_id = id("The partner's id");
const path = "/programs/:program_id/partners/:partner_id/recipient";

export const operations: readonly Operation[] = [
  defineOperation({
    name: "recipients.set",
    description:
      "In place of what was set before. A `stripe_account` that is left out stays; removing the recipient forgets it.",
    access: inProgram("payouts"),
    http: { method: "put", path, example: { email: "anna@example.com", name: "Anna Nguyen", kind: "person" } },
    command: { example: 'recipients set --program 1 --partner 2 --email anna@example.com --name "Anna Nguyen"' },
    changes: true,
    input: {
      program_id: programId,
      partner_id,
      email: recipientSchema.shape.email.meta({
        description: "Address of the partner's account at the payment tool",
        flag: { placeholder: "address" },
      }),
      name: recipientSchema.shape.name
        .refine((value) => !hasBidiControl(value), bidiRule)
        .meta({ description: "Name as the partner's bank knows it" }),
      kind: z
        .enum(recipientKinds)
        .default("person")
        .meta({ description: "Whom the account belongs to; person by default" }),
      stripe_account: recipientSchema.shape.stripe_account,
    },
    output: answerOf(z.strictObject({ partner_id, ...recipientFields })),
    run: async ({ database, secrets, actor }, { program_id, partner_id, ...recipient }) => {
      const wish = { programId: program_id, partnerId: partner_id, recipient };
      const kept = await setPayoutRecipient(database, secrets, wish, actor);
      if (kept === undefined) throw new Refusal("not_found", `Program ${program_id} has no partner ${partner_id}.`);
      return { data: { partner_id, ...shownRecipient(kept) } };
    },
  }),
  defineOperation({
    name: "recipients.remove",
    description: "Payouts that are in a file already are paid by it all the same.",
    access: inProgram("payouts"),
    http: { method: "delete", path },
    command: { example: "recipients remove --program 1 --partner 2" },
    changes: true,
    input: { program_id: programId, partner_id },
    output: answerOf(z.strictObject({ partner_id })),
    run: async ({ database, secrets, actor }, { program_id, partner_id }) => {
      if (!(await removePayoutRecipient(database, secrets, { programId: program_id, partnerId: partner_id }, actor))) {
        throw new Refusal("not_found", `Partner ${partner_id} has no payout recipient.`);
      }
      return { data: { partner_id } };
    },
  }),
  defineProgramList({
    name: "recipients.list",
    description: "Of partners that have one.",
    access: inProgram("payouts"),
    http: { method: "get", path: "/programs/:program_id/payout-recipients" },
    row: recipientLine,
    table: ["partner_id", "email", "name", "kind", "stripe_account", "updated_at"],
    filters: {},
    example: "recipients list --program 1",
    read: (db, programId, page, _, { secrets }) => listPayoutRecipients(db, secrets, programId, page),
  }),
];
