// The accounts of the trial balance in plain words, in their order, each with the list behind its figure.
import type { Schemas } from "../../api/queries.ts";
import type { Search } from "../../api/search.ts";

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
    title: "What partners earned",
    accounts: [
      { name: "earned_cents", title: "Commission", about: "As it was at each sale", list: ["commissions"] },
      {
        name: "reversed_cents",
        title: "Taken back",
        about: "By refunds and lost disputes since then",
        list: ["sales", { status: "refunded" }],
      },
      { name: "imported_earned_cents", title: "Imported commission", about: "As another tool stated it" },
      { name: "imported_reversed_cents", title: "Imported, taken back", about: "By refunds and lost disputes" },
    ],
  },
  {
    title: "What they are owed",
    accounts: [
      {
        name: "pending_cents",
        title: "Pending",
        about: "The hold period is not over",
        list: ["commissions", { status: "pending" }],
      },
      {
        name: "held_cents",
        title: "Held",
        about: "A dispute, a contradicting chain, or by hand",
        list: ["commissions", { status: "held" }],
      },
      { name: "payable_cents", title: "Payable", about: "Approved and in no payout", list: ["payouts"] },
      {
        name: "adjustments_owed_cents",
        title: "Adjustments owed",
        about: "Earlier payouts paid too little",
        list: ["adjustments", { direction: "owed" }],
      },
      {
        name: "adjustments_deducted_cents",
        title: "To be deducted",
        about: "Earlier payouts paid too much",
        list: ["adjustments", { direction: "taken_off" }],
      },
    ],
  },
  {
    title: "What is in payouts",
    accounts: [
      {
        name: "payouts_created_cents",
        title: "Created",
        about: "Not exported and not paid",
        list: ["payouts", { status: "created" }],
      },
      {
        name: "payouts_exported_cents",
        title: "Exported",
        about: "Exported and not marked as paid",
        list: ["payouts", { status: "created" }],
      },
      {
        name: "payouts_sent_cents",
        title: "On its way",
        about: "A payment provider has them",
        list: ["payouts", { status: "sent" }],
      },
      {
        name: "payouts_changed_cents",
        title: "Changed since",
        about: "What unpaid payouts hold beyond what is due now",
        list: ["payouts", { status: "created" }],
      },
    ],
  },
  {
    title: "What was paid",
    accounts: [
      { name: "paid_cents", title: "Paid out", about: "With what came back", list: ["payouts", { status: "paid" }] },
      {
        name: "returned_cents",
        title: "Came back",
        about: "Returned payouts",
        list: ["payouts", { status: "returned" }],
      },
      { name: "imported_paid_cents", title: "Paid before", about: "By another tool, before the import" },
    ],
  },
];

export const feeAccounts: readonly AccountGroup<Omit<FeeLine, NotAccounts>>[] = [
  {
    title: "What the operator charges",
    accounts: [
      { name: "accrued_cents", title: "Platform fees", about: "As they were at each sale", list: ["statements"] },
      { name: "given_back_cents", title: "Given back", about: "By refunds, lost disputes and removed attributions" },
      { name: "owed_cents", title: "Left", about: "What is left of each fee" },
    ],
  },
];
