// SePay's bank-transfer webhook: money that came to, or left, one of the brand's bank accounts.
// It guarantees one payment per transfer, independent of its memo: two transfers for one order are two payments.
// It never counts money that left as a refund: the delivery does not say what it was for.
// Written from: https://developer.sepay.vn/en/sepay-webhooks/tich-hop-webhook, https://docs.sepay.vn/tich-hop-webhooks.html.
import { z } from "zod";
import type { Reading } from "../adapter.ts";
import { ignored, labelText, readAs, referencesOf } from "../reading.ts";
import { dong, transferReceived, vietnamTime } from "../vietnam.ts";

const transferId = z.int().positive();
const text = z.string().nullish();

const transferSchema = z.object({
  id: transferId,
  transferType: z.enum(["in", "out"]),
  transferAmount: dong,
  transactionDate: text,
  /** The payment code SePay recognised in the memo, by the prefix set up there. */
  code: text,
  content: text,
  referenceCode: text,
  /** A virtual account, which may belong to one order. */
  subAccount: text,
});

const labelsSchema = z
  .object({ id: transferId.nullable().catch(null), transferType: labelText })
  .catch({ id: null, transferType: null });

export function readBankTransfer(json: unknown): Reading {
  const { id, transferType } = labelsSchema.parse(json);
  return {
    providerEventId: id === null ? null : String(id),
    providerEventType: transferType,
    livemode: null,
    verdict: readAs("transfer", transferSchema, json, (transfer) => {
      if (transfer.transferType === "out") return ignored("outgoing_transfer");
      return transferReceived({
        transactionId: `sepay:${transfer.id}`,
        amountDong: transfer.transferAmount,
        occurredAt: vietnamTime(transfer.transactionDate),
        references: referencesOf([transfer.code, transfer.subAccount, transfer.referenceCode], transfer.content),
      });
    }),
  };
}
