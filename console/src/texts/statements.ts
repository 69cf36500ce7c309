// Texts of the pages of statements, in English.

import { takes } from "./message.ts";
import { openTexts } from "./say.ts";
import { shared } from "./shared.ts";

export const statements = {
  feesByYourWordAlone: "Fees by your word alone",
  refundsByCallAndManualRemovals:
    "Refunds by call and manual removals that your provider has not reported. They leave this list when it does.",
  saleIdAmountTakenOff: takes(
    { saleId: "text", amount: "text", keptAgainstWordCents: "text" },
    "Sale {saleId}: {amount} {keptAgainstWordCents, select, yes {kept until the provider reports it} other {taken off}}",
  ),
  statements: "Statements",
  aMonthInFiguresInUtc:
    "A month in figures, in UTC. A closed month never changes: later reports are corrections in the month they arrive.",
  month: "Month",
  print: "Print",
  closed: "Closed. These figures are final.",
  closedOnDay: takes({ day: "text" }, "Closed on {day}. These figures are final."),
  thisMonthIsNotClosedYet: "This month is not closed yet: its figures may change.",
  totals: "Totals",
  noSalesInThisMonth: "No sales in this month.",
  corrections: "Corrections",
  correctionsToClosedMonthsIncludedIn: "Corrections to closed months, included in the totals.",
  reportedLater: "reported later",
  aRuleWasCorrected: "a rule was corrected",
  invoice: "Invoice",
  platformFeesOfTheMonth: "Platform fees of the month.",
  notInvoicedAmount: takes({ amount: "text" }, "Not invoiced: {amount}"),
} as const;

export const { say, rich } = openTexts({ shared, statements });
