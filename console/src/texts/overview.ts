// Texts of the pages of overview, in English.

import { takes } from "./message.ts";
import { openTexts } from "./say.ts";
import { shared } from "./shared.ts";

export const overview = {
  alarmsAreOpen: takes({ count: "number" }, "{count, plural, one {# alarm is open} other {# alarms are open}}"),
  eventsFailed: takes({ count: "number" }, "{count, plural, one {# event failed} other {# events failed}}"),
  paymentsWait: takes({ count: "number" }, "{count, plural, one {# payment waits} other {# payments wait}}"),
  flagsAreOpen: takes({ count: "number" }, "{count, plural, one {# flag is open} other {# flags are open}}"),
  disputesAreOpen: takes({ count: "number" }, "{count, plural, one {# dispute is open} other {# disputes are open}}"),
  theProgramsKeyMustBeReplaced: takes({ keyRotateBy: "text" }, "The program's key must be replaced by {keyRotateBy}"),
  partnersAreOwedMoney: takes(
    { count: "number" },
    "{count, plural, one {# partner is owed money} other {# partners are owed money}}",
  ),
  payoutsToPay: takes({ count: "number" }, "{count, plural, one {# payout to pay} other {# payouts to pay}}"),
  needsAttention: "Needs attention",
  clicks: "Clicks",
  leads: "Leads",
  commissionsPaid: "Commissions paid",
  fromClickToSale: "From click to sale",
  revenue: "Revenue",
  fees: "Fees",
  overview: "Overview",
  nothingArrivedInThisPeriod: "Nothing arrived in this period",
  setUpTheIntegration: "Set up the integration",
  clicksOfYourPartnersLinksSign: "Clicks, sign-ups and sales appear here day by day, compared with the period before.",
  period: "Period",
  to: "To",
  last7Days: "Last 7 days",
  last30Days: "Last 30 days",
  last90Days: "Last 90 days",
  thisMonth: "This month",
  custom: "Custom",
  whatTheChartShows: "What the chart shows",
  asBefore: "as before",
  upFrom0: "up from 0",
  topPartners: "Top partners",
  topProducts: "Top products",
  unknown: "Unknown",
  noSalesInTheseDays: "No sales in these days.",
  refunds: "Refunds",
  refunded: "Refunded",
  ofRevenue: "Of revenue",
  lessByShare: takes({ share: "text" }, "{share} less"),
  moreByShare: takes({ share: "text" }, "{share} more"),
} as const;

export const { say } = openTexts({ shared, overview });
