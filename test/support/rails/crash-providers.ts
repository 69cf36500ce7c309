// The payment providers' stand-ins as the runs of crashes see them: where faults may happen, how often money went out, and how it ends.
import type { RailName } from "../../../src/core/vocabulary/money/payout-rails.ts";
import { transactionIdOf } from "../../../src/product/rails/apis/wise-transfers.ts";
import { paypalCredentials, startPaypalPayouts } from "./paypal-payouts.ts";
import type { RailServer } from "./rail-server.ts";
import { startStripeTransfers, stripeCredentials } from "./stripe-transfers.ts";
import { startWiseTransfers, wiseCredentials } from "./wise-transfers.ts";

export type CrashProvider = Pick<RailServer, "baseUrl" | "faults" | "close"> & {
  readonly name: RailName;
  readonly credentials: object;
  readonly paths: readonly string[];
  /** What the payout is once a clear answer came. */
  readonly accepted: "sent" | "paid";
  /** The next request that could pay is declined. */
  decline(): void;
  /** Nothing is declined any more. */
  accept(): void;
  /** As after the time for which the provider remembers keys; null where the sender then asks a person. */
  readonly forget: (() => void) | null;
  /** How often money went out for the payout, over all its attempts. */
  paymentsOf(payoutId: number): number;
  /** Every payment of the payout ends like this; the answer is what the payout then is. */
  end(payoutId: number, random: () => number): string;
};

const isOf = (payoutId: number, key: string): boolean => key.startsWith(`payout:${payoutId}:`);

function pickOf<One>(from: readonly [One, ...One[]], random: () => number): One {
  return from[Math.floor(random() * from.length)] ?? from[0];
}

export async function startPaypal(): Promise<CrashProvider> {
  const paypal = await startPaypalPayouts();
  const batchesOf = (payoutId: number) => paypal.batches.filter((batch) => isOf(payoutId, batch.senderBatchId));
  return {
    ...{ name: "paypal", credentials: paypalCredentials, accepted: "sent", forget: null },
    ...{ baseUrl: paypal.baseUrl, faults: paypal.faults, close: paypal.close },
    paths: ["POST /v1/oauth2/token", "POST /v1/payments/payouts", "GET /v1/payments/payouts"],
    decline: () => void paypal.refusals.push({ status: 422, body: { name: "INSUFFICIENT_FUNDS" } }),
    accept() {
      paypal.refusals.length = 0;
    },
    paymentsOf: (payoutId) => batchesOf(payoutId).length,
    end(payoutId, random) {
      const [state, status] = pickOf(
        [
          ["SUCCESS", "paid"],
          ["SUCCESS", "paid"],
          ["FAILED", "failed"],
          ["UNCLAIMED", "unclaimed"],
          ["RETURNED", "returned"],
          ["REVERSED", "returned"],
        ],
        random,
      );
      for (const { senderBatchId } of batchesOf(payoutId)) paypal.move(senderBatchId, state);
      return status;
    },
  };
}

const attemptsMax = 20;

export async function startWise(): Promise<CrashProvider> {
  const wise = await startWiseTransfers(transactionIdOf);
  const keysOf = (payoutId: number) =>
    Array.from({ length: attemptsMax }, (_, index) => `payout:${payoutId}:${index + 1}`);
  const paidOf = (payoutId: number) =>
    keysOf(payoutId)
      .flatMap(wise.ofPayout)
      .filter(({ paid }) => paid > 0);
  return {
    ...{ name: "wise", credentials: wiseCredentials, accepted: "sent" },
    ...{ baseUrl: wise.baseUrl, faults: wise.faults, close: wise.close },
    paths: [
      "POST /v1/accounts",
      "POST /v3/profiles/30000000/quotes",
      "POST /v1/transfers",
      "POST /v3/profiles/30000000/transfers",
      "PUT /v1/transfers",
      "GET /v1/transfers",
    ],
    decline() {
      wise.hasFunds = false;
    },
    accept() {
      wise.hasFunds = true;
      wise.knowsIds = true;
    },
    forget() {
      wise.knowsIds = false;
    },
    paymentsOf: (payoutId) => paidOf(payoutId).reduce((sum, { paid }) => sum + paid, 0),
    end(payoutId, random) {
      const [state, status] = pickOf(
        [
          ["outgoing_payment_sent", "paid"],
          ["waiting_recipient_input_to_proceed", "unclaimed"],
          ["cancelled", "failed"],
          ["funds_refunded", "returned"],
        ],
        random,
      );
      for (const transfer of paidOf(payoutId)) transfer.status = state;
      return status;
    },
  };
}

export async function startStripe(): Promise<CrashProvider> {
  const stripe = await startStripeTransfers();
  const body = { error: { type: "invalid_request_error", code: "balance_insufficient" } };
  const ofPayout = (payoutId: number) => stripe.transfers.filter((each) => isOf(payoutId, each.transfer_group));
  return {
    ...{ name: "stripe", credentials: stripeCredentials, accepted: "paid" },
    ...{ baseUrl: stripe.baseUrl, faults: stripe.faults, close: stripe.close },
    paths: ["POST /v1/transfers", "GET /v1/transfers"],
    decline: () => void stripe.refusals.push({ status: 400, body }),
    accept() {
      stripe.refusals.length = 0;
    },
    forget: stripe.forgetKeys,
    paymentsOf: (payoutId) => ofPayout(payoutId).length,
    end(payoutId, random) {
      if (random() < 0.5) return "paid";
      for (const { transfer_group } of ofPayout(payoutId)) stripe.reverse(transfer_group);
      return "returned";
    },
  };
}
