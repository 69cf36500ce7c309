// Texts of the pages of disputes, in English.

import { takes } from "../message.ts";
import { openTexts } from "../say.ts";
import { shared } from "../shared.ts";

export const disputes = {
  won: "Won",
  lost: "Lost",
  closeTheDisputeAsResult: takes({ result: "text" }, "Close the dispute as {result, select, won {won} other {lost}}?"),
  thePaymentStaysItsCommissionIs: "The payment stays: its commission is restored.",
  thePaymentWentBackToThe: "The payment went back to the buyer: its commission is reversed.",
  closeAsResult: takes({ result: "text" }, "Close as {result, select, won {won} other {lost}}"),
  openCommissionHeld: "Open, commission held",
  wonCommissionRestored: "Won, commission restored",
  lostCommissionReversed: "Lost, commission reversed",
  disputed: "Disputed",
  result: "Result",
  whileADisputeIsOpenThe:
    "While a dispute is open, the commission is held: it is restored if won and reversed if lost.",
  noDisputes: "No disputes",
  paymentsThatABuyerDisputesWith: "Payments that a buyer disputes with the bank appear here.",
} as const;

export const { say } = openTexts({ shared, disputes });
