// apipay.vn (Vietnam): transfers to and from the brand's bank accounts.
// It guarantees that the signature is checked over the bytes received (the provider's own sample writes the parsed body
// again, which need not give the same bytes) and that sandbox deliveries are test mode.
// It never reads `transactionDate`: it says UTC but holds the bank's local time, which `rawTransactionDate` says as well.
// Written from: https://docs.apipay.vn/en/api/webhooks, https://docs.apipay.vn/en/sandbox (repository apipay-vn/apipay).
import { z } from "zod";
import { idText } from "../src/core/vocabulary/facts.ts";
import type { Adapter, Delivery, Reading } from "./adapter.ts";
import type { Verdict } from "./reading.ts";
import { ignored, labelText, parseJson, readAs, referencesOf, unreadable } from "./reading.ts";
import { signedBy } from "./signature.ts";
import { dong, transferReceived, vietnamTime } from "./vietnam.ts";

const text = z.string().nullish();

const deliveredSchema = z.object({
  event: idText,
  /** Only in deliveries of the sandbox. */
  sandbox: z.boolean().nullish(),
  data: z.object({
    transactionId: idText,
    referenceCode: text,
    amount: dong,
    content: text,
    rawTransactionDate: text,
    /** A virtual account, which may belong to one order. */
    vaNumber: text,
  }),
});

const labelsSchema = z
  .object({
    event: labelText,
    sandbox: z.boolean().default(false).nullable().catch(null),
    data: z.object({ transactionId: labelText }).catch({ transactionId: null }),
  })
  .catch({ event: null, sandbox: null, data: { transactionId: null } });

type Transfer = z.infer<typeof deliveredSchema>["data"];

export const apipay: Adapter = {
  provider: "apipay",
  title: "apipay",
  version: 1,
  reports: {
    oneOff: "yes",
    firstOfSubscription: "–",
    renewals: "–",
    partialRefunds: "not reported",
    disputes: "not reported",
    foundBy: "payment reference",
  },
  clientReferenceField: null,
  events: [],
  connecting: "by_hand",
  ...signedBy({ family: "hex_of_body", header: "apipay-signature" }),
  normalise,
};

function normalise({ body }: Delivery): Reading {
  const json = parseJson(body);
  const { event, sandbox, data } = labelsSchema.parse(json);
  const id = data.transactionId;
  return {
    providerEventId: event === null || id === null ? null : labelText.parse(`${event}:${id}`),
    providerEventType: event,
    livemode: event === null || sandbox === null ? null : !sandbox,
    verdict: json === undefined ? unreadable("body is not JSON") : readEvent(event, json),
  };
}

function readEvent(event: string | null, json: unknown): Verdict {
  switch (event) {
    case "transaction.out":
      return ignored("outgoing_transfer");
    case "transaction.in":
    case null:
      return readAs("webhook", deliveredSchema, json, ({ data }) => received(data));
    default:
      return ignored("event_type_not_used");
  }
}

function received(transfer: Transfer): Verdict {
  return transferReceived({
    transactionId: `apipay:${transfer.transactionId}`,
    amountDong: transfer.amount,
    occurredAt: vietnamTime(transfer.rawTransactionDate),
    references: referencesOf([transfer.referenceCode, transfer.vaNumber], transfer.content),
  });
}
