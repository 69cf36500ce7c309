// The accounts of the trial balance in plain words, in their order, each with the list behind its figure.
import type { Schemas } from "../../api/queries.ts";
import type { Search } from "../../api/search.ts";
import { say } from "../../texts/books/balance.ts";

type Line = Schemas["Balance"]["lines"][number];
type FeeLine = Schemas["Balance"]["fees"][number];
type NotAccounts = "currency" | "total_cents" | "items_difference_cents";

export type Account<Of> = {
  readonly name: keyof Of & string;
  readonly title: string;
  readonly about: string;
  /** The page with its rows, and the filter there. */
  readonly list?: readonly [page: string, search?: Search];
};
export type AccountGroup<Of> = { readonly title: string; readonly accounts: readonly Account<Of>[] };

export const partnerAccounts: readonly AccountGroup<Omit<Line, NotAccounts>>[] = [
  {
    title: say("whatPartnersEarned"),
    accounts: [
      { name: "earned_cents", title: say("commission"), about: say("asItWasAtEachSale"), list: ["commissions"] },
      {
        name: "reversed_cents",
        title: say("takenBack"),
        about: say("byRefundsAndLostDisputesSince"),
        list: ["sales", { status: "refunded" }],
      },
      { name: "imported_earned_cents", title: say("importedCommission"), about: say("asAnotherToolStatedIt") },
      { name: "imported_reversed_cents", title: say("importedTakenBack"), about: say("byRefundsAndLostDisputes") },
    ],
  },
  {
    title: say("whatTheyAreOwed"),
    accounts: [
      {
        name: "pending_cents",
        title: say("pending"),
        about: say("theHoldPeriodIsNotOver"),
        list: ["commissions", { status: "pending" }],
      },
      {
        name: "held_cents",
        title: say("held"),
        about: say("aDisputeAContradictingChainOr"),
        list: ["commissions", { status: "held" }],
      },
      { name: "payable_cents", title: say("payable"), about: say("approvedAndInNoPayout"), list: ["payouts"] },
      {
        name: "adjustments_owed_cents",
        title: say("adjustmentsOwed"),
        about: say("earlierPayoutsPaidTooLittle"),
        list: ["adjustments", { direction: "owed" }],
      },
      {
        name: "adjustments_deducted_cents",
        title: say("toBeDeducted"),
        about: say("earlierPayoutsPaidTooMuch"),
        list: ["adjustments", { direction: "taken_off" }],
      },
    ],
  },
  {
    title: say("whatIsInPayouts"),
    accounts: [
      {
        name: "payouts_created_cents",
        title: say("created"),
        about: say("notExportedAndNotPaid"),
        list: ["payouts", { status: "created" }],
      },
      {
        name: "payouts_exported_cents",
        title: say("exported"),
        about: say("exportedAndNotMarkedAsPaid"),
        list: ["payouts", { status: "created" }],
      },
      {
        name: "payouts_sent_cents",
        title: say("onItsWay"),
        about: say("aPaymentProviderHasThem"),
        list: ["payouts", { status: "sent" }],
      },
      {
        name: "payouts_changed_cents",
        title: say("changedSince"),
        about: say("whatUnpaidPayoutsHoldBeyondWhat"),
        list: ["payouts", { status: "created" }],
      },
    ],
  },
  {
    title: say("whatWasPaid"),
    accounts: [
      {
        name: "paid_cents",
        title: say("paidOut"),
        about: say("withWhatCameBack"),
        list: ["payouts", { status: "paid" }],
      },
      {
        name: "returned_cents",
        title: say("cameBack"),
        about: say("returnedPayouts"),
        list: ["payouts", { status: "returned" }],
      },
      { name: "imported_paid_cents", title: say("paidBefore"), about: say("byAnotherToolBeforeTheImport") },
    ],
  },
];

export const feeAccounts: readonly AccountGroup<Omit<FeeLine, NotAccounts>>[] = [
  {
    title: say("whatTheOperatorCharges"),
    accounts: [
      { name: "accrued_cents", title: say("platformFees"), about: say("asTheyWereAtEachSale"), list: ["statements"] },
      { name: "given_back_cents", title: say("givenBack"), about: say("byRefundsLostDisputesAndRemoved") },
      { name: "owed_cents", title: say("left"), about: say("whatIsLeftOfEachFee") },
    ],
  },
];
