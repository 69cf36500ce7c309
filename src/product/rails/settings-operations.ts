// How a program's payouts are paid: by file, or by a payment provider with the program's own credentials. A credential goes in and never
// comes out.
import { z } from "zod";
import { flag, oneOf, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { payoutRails, railNames, railTitles } from "../../core/vocabulary/money/payout-rails.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import { RailUnreachable } from "./apis/rail-client.ts";
import { rails } from "./apis/registry.ts";
import { credentialFields } from "./credential-fields.ts";
import { listRails, railLine } from "./rails-list.ts";
import { chooseRail, clientOf, removeRail, setRail } from "./settings.ts";

const rail = oneOf(railNames, "The payment provider");
const path = "/programs/:program_id/payout-rails";
const checkMillisecondsMax = 10_000;

/** What was left out is not there. */
function definedOf(given: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) if (value !== undefined) defined[name] = value;
  return defined;
}

export const operations: readonly Operation[] = [
  defineProgramList({
    name: "rails.list",
    description: "Those with credentials, and which of them pays. Without a chosen one, payouts are paid by file.",
    access: inProgram("read"),
    tool: { name: "list_payout_rails", scope: "commissions:read" },
    http: { method: "get", path },
    row: railLine,
    table: ["rail", "is_chosen", "is_sandbox", "updated_at"],
    filters: {},
    example: "rails list --program 1",
    read: listRails,
  }),
  defineOperation({
    name: "rails.set",
    description:
      "The credentials are tried first, and replace those before. docs/rails.md names the fields of each provider and the least rights they need. Setting them does not choose the provider.",
    access: inProgram("payout_rules"),
    http: {
      method: "put",
      path: `${path}/:rail`,
      example: {
        client_id: "AeA1QIZXiflr1_-r0U2UbWTziOWX1GRQer5jkUq4ZfWT5qwb",
        client_secret: "EGnHDxD_qRPdaLdZz8iCr8N7",
      },
    },
    command: { example: "rails set --program 1 --rail paypal --client-id AeA1 --client-secret EGnH --sandbox" },
    errors: ["provider_refused"],
    changes: true,
    input: {
      program_id: programId,
      rail,
      sandbox: z.boolean().default(false).meta({ description: "The provider's sandbox: no money moves" }),
      ...credentialFields,
    },
    output: answerOf(
      z.strictObject({
        rail,
        was_checked: flag("False: the provider could not be asked whether it takes them"),
        reason: wordsOrNull("Why it could not be asked"),
        webhook_url: words("Give it this address for its webhooks about payouts"),
      }),
    ),
    run: async (
      { database, reads, secrets, actor, railUrls, baseUrl },
      { program_id, rail: name, sandbox, ...given },
    ) => {
      await reads.ofProgram(actor, program_id, "payout_rules", async () => undefined);
      const entry = rails[name];
      const read = entry.credentials.safeParse(definedOf(given));
      if (!read.success) {
        throw refuseFields(
          read.error.issues.map((issue) => ({
            field: issue.code === "unrecognized_keys" ? issue.keys.join(", ") : issue.path.join("."),
            message: issue.code === "unrecognized_keys" ? `is not for ${railTitles[name]}.` : "is required, as text.",
          })),
        );
      }
      const api = entry.open(read.data);
      const client = clientOf({ api, isSandbox: sandbox }, railUrls, { timeoutMilliseconds: checkMillisecondsMax });
      let reason: string | null = null;
      try {
        const refused = await api.check(client, { isSandbox: sandbox });
        if (refused !== null) throw new Refusal("provider_refused", refused);
      } catch (error) {
        if (!(error instanceof RailUnreachable)) throw error;
        reason = error.message;
      }
      await setRail(
        database,
        secrets,
        { programId: program_id, rail: name, isSandbox: sandbox, credentials: read.data },
        actor,
      );
      const webhook_url = `${baseUrl}/webhooks/payouts/${name}/${program_id}`;
      return { data: { rail: name, was_checked: reason === null, reason, webhook_url } };
    },
  }),
  defineOperation({
    name: "rails.choose",
    description:
      "From then on payouts send uses it. Payouts that another provider has stay there until they are settled.",
    access: inProgram("payout_rules"),
    http: { method: "put", path: "/programs/:program_id/payout-rail", example: { rail: "paypal" } },
    command: { example: "rails choose --program 1 --rail paypal" },
    changes: true,
    input: { program_id: programId, rail: oneOf(payoutRails, "file, or a payment provider with credentials") },
    output: answerOf(z.strictObject({ rail: oneOf(payoutRails, "How payouts are paid") })),
    run: async ({ database, actor }, { program_id, rail: name }) => {
      if (!(await chooseRail(database, { programId: program_id, rail: name }, actor))) {
        throw refuseFields([{ field: "rail", message: "has no credentials: set them first, with rails set." }]);
      }
      return { data: { rail: name } };
    },
  }),
  defineOperation({
    name: "rails.remove",
    description: "Not while payouts are on their way by it. Payouts are paid by file afterwards, if it was chosen.",
    access: inProgram("payout_rules"),
    http: { method: "delete", path: `${path}/:rail` },
    command: { example: "rails remove --program 1 --rail paypal" },
    changes: true,
    input: { program_id: programId, rail },
    output: answerOf(z.strictObject({ rail, is_removed: z.literal(true).meta({ description: "They are erased" }) })),
    run: async ({ database, actor }, { program_id, rail: name }) => {
      switch (await removeRail(database, { programId: program_id, rail: name }, actor)) {
        case "removed":
          return { data: { rail: name, is_removed: true as const } };
        case "unknown":
          throw new Refusal("not_found", `Program ${program_id} has no credentials for ${railTitles[name]}.`);
        case "in_use":
          throw refuseFields([
            { field: "rail", message: "has payouts on their way: remove it when they are settled." },
          ]);
      }
    },
  }),
];
