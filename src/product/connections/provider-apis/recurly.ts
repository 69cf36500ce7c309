// Recurly's API: a transaction with its account's custom fields, and the refunds of it. Its documented HTTP is spoken here, since the
// package recurly would be used for three questions.
// Written from: https://recurly.com/developers/api/v2021-02-25/index.html (get_transaction, get_account, list_account_transactions).
import { z } from "zod";
import type { Asking } from "./ask.ts";
import { askJson } from "./ask-json.ts";
import type { KeyPlace, ReadBackApi } from "./read-back-api.ts";

const keyForm = /^(?:(eu):)?([\x21-\x39\x3b-\x7e]{8,1024})$/;
const version = "application/vnd.recurly.v2021-02-25";
const refundsMax = "200";

const id = z.string().nullish();
const transaction = z.looseObject({
  id: z.string(),
  type: z.string(),
  refunded: z.boolean().nullish(),
  original_transaction_id: id,
  account: z.looseObject({ id }).nullish(),
});
const account = z.object({ custom_fields: z.array(z.unknown()).nullish() });
const transactions = z.object({ data: z.array(transaction) });

export const recurlyReadBack: ReadBackApi = {
  provider: "recurly",
  name: "Recurly",
  permission: "read-only",
  keyForm: "Recurly shows it, behind eu: for a site in the EU",
  placeOf,
  check: (asking) => ask(asking, "/sites", z.unknown(), { limit: "1" }),
  async documents(asking, resource) {
    const found = await ask(asking, `/transactions/${encodeURIComponent(resource)}`, transaction);
    const accountId = found.account?.id;
    if (found.type === "refund" || !accountId) return [found];
    const ofAccount = `/accounts/${encodeURIComponent(accountId)}`;
    const [{ custom_fields }, refunds] = await Promise.all([
      ask(asking, ofAccount, account),
      found.refunded === true
        ? ask(asking, `${ofAccount}/transactions`, transactions, { type: "refund", limit: refundsMax })
        : null,
    ]);
    // A notice of a refund may name the transaction that was refunded.
    const refundsOfIt = (refunds?.data ?? []).filter((refund) => refund.original_transaction_id === found.id);
    return [{ ...found, account: { ...found.account, custom_fields } }, ...refundsOfIt];
  },
};

function placeOf(text: string): KeyPlace | null {
  const [whole, region, apiKey] = keyForm.exec(text) ?? [];
  if (whole === undefined || apiKey === undefined) return null;
  return { baseUrl: `https://v3.${region === "eu" ? "eu." : ""}recurly.com`, apiKey, livemode: null };
}

/** The key is the user, and there is no password. */
function ask<Shape>(asking: Asking, path: string, answer: z.ZodType<Shape>, query: Record<string, string> = {}) {
  const authorization = `Basic ${Buffer.from(`${asking.apiKey}:`).toString("base64")}`;
  return askJson(asking, { path, query, headers: { authorization, accept: version }, answer });
}
