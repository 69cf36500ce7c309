// The API keys with which connections' providers are asked for what they could not deliver. A key goes in and never comes out.
import { z } from "zod";
import { providersWithReadBack } from "../../../adapters/names.ts";
import { apiKeyRule, isApiKey } from "../../core/vocabulary/access/api-key.ts";
import { flag, id, rule, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { answerOf, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import { findConnectionLine } from "./list.ts";
import { removeApiKey, setApiKey } from "./provider-accounts.ts";

const connection_id = id("The connection");

export const apiKey = z
  .string(rule(apiKeyRule))
  .refine(isApiKey, rule(apiKeyRule))
  .meta({ description: "The provider's API key; never shown again" });

const path = "/programs/:program_id/connections/:connection_id/api-key";

export const operations: readonly Operation[] = [
  defineOperation({
    name: "connections.set-api-key",
    description:
      "For Stripe, Paddle, Shopify, Razorpay, Chargebee, Mollie and Recurly, whose APIs list what happened; the last three are also asked for what a delivery names. The key is tried out first; its mode must be the connection's. docs/reconcile.md names the permission it needs.",
    access: inProgram("settings"),
    http: { method: "put", path, example: { api_key: "rk_live_example" } },
    errors: ["provider_refused"],
    changes: true,
    input: { program_id: programId, connection_id, api_key: apiKey },
    output: answerOf(
      z.strictObject({
        connection_id,
        has_api_key: z.literal(true).meta({ description: "It is kept" }),
        was_checked: flag("False: the provider could not be asked whether it takes the key"),
        reason: wordsOrNull("Why it could not be asked, in words"),
      }),
    ),
    run: async ({ database, secrets, reads, actor, now }, { program_id, connection_id, api_key }) => {
      const connection = await reads.ofProgram(actor, program_id, "settings", (db) =>
        findConnectionLine(db, program_id, connection_id),
      );
      if (connection === undefined) return noConnection(program_id, connection_id);
      const { provider, livemode } = connection;
      const { checkApiKey, reconcilableProviders } = await import("./reconcile.ts");
      const isReadBack = providersWithReadBack.includes(provider);
      if (!isReadBack && !reconcilableProviders.includes(provider)) {
        const usable = [...new Set([...reconcilableProviders, ...providersWithReadBack])].join(", ");
        const message = `is of no use to ${provider}: only ${usable} can be asked for what they sent.`;
        throw refuseFields([{ field: "api_key", message }]);
      }
      const check = isReadBack
        ? await (await import("./provider-read-backs.ts")).checkReadBackKey(provider, livemode, api_key)
        : await checkApiKey({ provider, livemode, apiKey: api_key }, new Date(now()));
      if (check.kind === "refused") throw new Refusal("provider_refused", check.reason);
      const which = { programId: program_id, connectionId: connection_id };
      const isSet = await setApiKey(database, secrets, { ...which, apiKey: api_key }, actor);
      if (!isSet) return noConnection(program_id, connection_id);
      const reason = check.kind === "unknown" ? check.reason : null;
      return { data: { connection_id, has_api_key: true as const, was_checked: reason === null, reason } };
    },
  }),
  defineOperation({
    name: "connections.remove-api-key",
    description: "The provider is no longer called. A webhook endpoint that was created with the key stays there.",
    access: inProgram("settings"),
    http: { method: "delete", path },
    command: { example: "connections remove-api-key --program 1 --connection 1" },
    changes: true,
    input: { program_id: programId, connection_id },
    output: answerOf(
      z.strictObject({
        connection_id,
        has_api_key: z.literal(false).meta({ description: "It is erased" }),
      }),
    ),
    run: async ({ database, actor }, { program_id, connection_id }) => {
      const isRemoved = await removeApiKey(database, { programId: program_id, connectionId: connection_id }, actor);
      if (!isRemoved) throw new Refusal("not_found", `Connection ${connection_id} has no API key.`);
      return { data: { connection_id, has_api_key: false as const } };
    },
  }),
];

function noConnection(programId: number, connectionId: number): never {
  throw new Refusal("not_found", `Program ${programId} has no connection ${connectionId}.`);
}
