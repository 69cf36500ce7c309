// svc test sale: one test sale with the program key, and what the service answers. A 200 proves that the key is right.
import { readClientConfig } from "../../../../config/config.ts";
import { defineClientCommand } from "../../command.ts";
import { UsageError } from "../../failures.ts";
import { optional, textFlag, wholeNumberFlag } from "../../input/flags.ts";
import { openServiceApi } from "../../remote/service-api.ts";
import { chooseServiceUrl, serviceFlags } from "../../remote/service-choice.ts";
import { keyFlag, readKey, replyOutput, sendTestCall } from "../../test-calls.ts";

const amountFlag = wholeNumberFlag([1, Number.MAX_SAFE_INTEGER], {
  meaning: "Amount in the smallest currency unit",
  placeholder: "cents",
});

export const command = defineClientCommand({
  example: "test sale --amount-cents 4900",
  flags: {
    key: keyFlag,
    customerKey: optional(textFlag("Your own id of the customer", "customer_key")),
    amountCents: optional(amountFlag),
    currency: optional(textFlag("One that the program takes; USD by default", "currency")),
    ...serviceFlags,
  },
  run: async (shell, { key: given, customerKey, amountCents, currency, ...chosen }) => {
    const client = readClientConfig(shell.env);
    const api = openServiceApi(chooseServiceUrl(chosen, client));
    const key = await readKey(shell, given, client);
    if (key === undefined) throw new UsageError("Give the program API key: --key -, or in SVC_API_KEY.");
    const fields = {
      ...(customerKey === undefined ? {} : { customer_key: customerKey }),
      ...(amountCents === undefined ? {} : { amount_cents: amountCents }),
      ...(currency === undefined ? {} : { currency }),
    };
    return replyOutput(api, await sendTestCall(api, { call: "sale", fields, key }));
  },
});
