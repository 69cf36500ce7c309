// Vietnam's bank transfers, reported alike by several providers: whole dong, local times, and texts instead of metadata.
// It guarantees that an amount with a fraction of a dong is no amount, and that a transfer is reported with its texts as
// references, since nothing else in it says who paid.
// It never guesses a time: one it cannot read is left out, for it is only reported.
import { z } from "zod";
import type { Payer } from "../src/core/vocabulary/facts.ts";
import type { Verdict } from "./reading.ts";
import { aliasesOf, attributionKeys, cents, factVerdict, ignored } from "./reading.ts";

const wholeDecimal = /^[0-9]+(?:\.0+)?$/;
/** Years with four digits, also in UTC. */
const localTime = /^((?:19[7-9][0-9]|2[0-9]{3})-[0-9]{2}-[0-9]{2})[ T]([0-9]{2}:[0-9]{2}:[0-9]{2})$/;
/** All year: Vietnam has no summer time. */
const vietnamOffset = "+07:00";

/** An amount of dong, which have no decimals: a number, or a text such as `100000.00`. */
export const dong = z.union([cents, z.string().regex(wholeDecimal).transform(Number).pipe(cents)], {
  error: "not a whole amount of dong",
});

/** `2023-03-25 14:02:37` in Vietnam, in UTC; null when it is no time. */
export function vietnamTime(text: string | null | undefined): string | null {
  const [, day, time] = localTime.exec(text ?? "") ?? [];
  const date = new Date(`${day}T${time}${vietnamOffset}`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** A transfer that arrived on the brand's account. `transactionId` is its name, and `otherNames` what else it goes by. */
export function transferReceived(transfer: {
  readonly transactionId: string;
  readonly otherNames?: Parameters<typeof aliasesOf>[0];
  readonly amountDong: number;
  readonly occurredAt: string | null;
  readonly references: string[];
}): Verdict {
  if (transfer.amountDong === 0) return ignored("zero_amount");
  return factVerdict({
    type: "payment_succeeded",
    transaction_id: transfer.transactionId,
    aliases: aliasesOf([["bank_transfer", transfer.transactionId], ...(transfer.otherNames ?? [])]),
    amount_cents: transfer.amountDong,
    tax_cents: null,
    currency: "VND",
    occurred_at: transfer.occurredAt,
    payer: unknownPayer,
    subscription_id: null,
    is_recurring: false,
    subscription_interval: null,
    product_id: null,
    references: transfer.references,
  });
}

const unknownPayer: Payer = { ...attributionKeys([]), provider_customer_id: null, email: null };
