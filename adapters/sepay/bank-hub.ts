// SePay Bank Hub: for merchants of merchants, money that came to, or left, an account they look after.
// It guarantees one payment per transaction, by Bank Hub's own id: it is another space of ids than the bank webhook's.
// It never counts money that left as a refund, and never takes the account for the payer.
// Written from: https://developer.sepay.vn/vi/bankhub/thong-bao-bien-dong-so-du.
import { z } from "zod";
import { idText } from "../../src/core/vocabulary/facts.ts";
import type { Reading } from "../adapter.ts";
import { ignored, labelText, readAs, referencesOf } from "../reading.ts";
import { dong, transferReceived, vietnamTime } from "../vietnam.ts";

const text = z.string().nullish();

/** What no bank webhook has. */
const bankHubSchema = z.object({ bank_account_xid: z.unknown().refine((xid) => xid !== undefined) });

const transferSchema = z.object({
  transaction_id: idText,
  transfer_type: z.enum(["credit", "debit"]),
  amount: dong,
  transaction_date: text,
  payment_code: text,
  content: text,
  reference_code: text,
  /** A virtual account, which may belong to one order. */
  va: text,
});

const labelsSchema = z
  .object({ transaction_id: labelText, transfer_type: labelText })
  .catch({ transaction_id: null, transfer_type: null });

export function isBankHub(json: unknown): boolean {
  return bankHubSchema.safeParse(json).success;
}

export function readBankHub(json: unknown): Reading {
  const { transaction_id: id, transfer_type: type } = labelsSchema.parse(json);
  return {
    providerEventId: id === null ? null : labelText.parse(`bankhub:${id}`),
    providerEventType: type,
    livemode: null,
    verdict: readAs("transaction", transferSchema, json, (transfer) => {
      if (transfer.transfer_type === "debit") return ignored("outgoing_transfer");
      return transferReceived({
        transactionId: `sepay:bankhub:${transfer.transaction_id}`,
        amountDong: transfer.amount,
        occurredAt: vietnamTime(transfer.transaction_date),
        references: referencesOf([transfer.payment_code, transfer.va, transfer.reference_code], transfer.content),
      });
    }),
  };
}
