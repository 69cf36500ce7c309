// Texts about bonuses, in English.

import { takes } from "./message.ts";
import { openTexts } from "./say.ts";
import { shared } from "./shared.ts";

const units =
  "{metric, select, sales {{count, plural, one {sale} other {sales}}} customers {{count, plural, one {new customer} other {new customers}}} other {of sales}}";

export const bonuses = {
  bonuses: "Bonuses",
  bonus: "Bonus",
  paidOnceAPartnerAndPeriod:
    "Paid once a partner and period, when its sales get there. Sales from before a bonus was added do not count.",
  addBonus: "Add bonus",
  noBonuses: "No bonuses",
  partnersEarnByTheirSales: "Partners earn from their sales alone.",
  stopBonusId: takes({ bonusId: "text" }, "Stop {bonusId}"),
  stopBonus: "Stop bonus",
  stop: "Stop",
  salesFromNowOnNoLonger:
    "Sales from now on no longer count for it. What partners have earned stays. It cannot be started again.",
  pays: "Pays",
  goal: "For",
  goalInWords: takes(
    { metric: "text", count: "number", figure: "text", period: "text" },
    `{figure} ${units} {period, select, month {in a month} other {in all}}`,
  ),
  progressInWords: takes(
    { metric: "text", count: "number", reached: "text", figure: "text", period: "text" },
    `{reached} of {figure} ${units} {period, select, month {this month} other {in all}}`,
  ),
  countsFrom: "Counts",
  always: "Always",
  fromDay: takes({ from: "text" }, "From {from}"),
  untilDay: takes({ until: "text" }, "Until {until}"),
  fromUntilDay: takes({ from: "text", until: "text" }, "From {from} until {until}"),
  running: "Running",
  stopped: "Stopped",
  earnedByPartners: "Earned",
  nameOfABonus: "Small letters, digits and -, such as ten-sales. It never changes.",
  countedBy: "Counted by",
  within: "Within",
  paidFrom: "Paid from",
  unitOfGoal: takes(
    { metric: "text", currency: "text" },
    "{metric, select, sales {sales} customers {new customers} other {{currency} in sales}}",
  ),
  onlySalesInItCount: "Only sales in it count.",
  firstDay: "From day",
  suchAsADayEmptyFromNow: "Such as 2027-01-01, in UTC. Empty: from now on.",
  endDay: "Until day",
  thatDayNoLongerCounts: "That day no longer counts. Empty: without an end.",
  enterANumberAbove0Such: "Enter a number above 0, such as 10.",
  enterAnAmountSuchAs: "Enter an amount, such as 50.",
  howFarItsSalesAre: "How far its sales are.",
  bonusIsEarned: "earned",
} as const;

export const { say } = openTexts({ shared, bonuses });
