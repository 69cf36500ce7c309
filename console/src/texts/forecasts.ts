// Texts of the pages of forecasts, in English.

import { takes } from "./message.ts";
import { openTexts } from "./say.ts";
import { shared } from "./shared.ts";

export const forecasts = {
  earned: "Earned",
  forecast: "Forecast",
  difference: "Difference",
  otherTerms: "Other terms",
  everyPartner: "every partner",
  theGroupName: takes({ groupName: "text" }, "the group {groupName}"),
  termsForPartnerIdAndTheProductId: takes(
    { terms: "text", partnerId: "text", productIdGiven: "text", productId: "text" },
    "{terms}, for {partnerId}{productIdGiven, select, none {} other { and the product {productId}}}.",
  ),
  theForecastEndedBeforeItWas: "The forecast ended before it was known. Try the terms again.",
  nothingWasEarned: "Nothing was earned",
  noSaleSinceEarnedACommission: takes({ since: "text" }, "No sale since {since} earned a commission."),
  aboutThisForecast: "About this forecast",
  period: "Period",
  sinceUtcAsIfTheseTerms: takes({ since: "text" }, "Since {since} (UTC), as if these terms had been set on that day"),
  requestedBy: "Requested by",
  theCommandLine: "The command line",
  withTheseTerms: "With these terms",
  commissionsByMonthCurrency: takes({ currency: "text" }, "Commissions by month, {currency}"),
  month: "Month",
  byPartner: "By partner",
  theLargestDifferenceFirst: "The largest difference first.",
  theLargestDifferenceFirstLeftOutMore: takes(
    { leftOut: "text" },
    "The largest difference first. {leftOut} more are in the sums above.",
  ),
  commissionsByPartner: "Commissions by partner",
  commissionsByMonthTheTableBelow: "Commissions by month. The table below has each figure.",
  strongWithTheseTerms: takes({ strong: "text" }, "{strong} with these terms"),
  wordsEarned: takes({ words: "text" }, "{words} earned"),
  everyPartnerAlone: "Every partner",
  aGroup: "A group",
  aPartner: "A partner",
  seeWhatPartnersWouldHaveEarned: "See what partners would have earned in the last months. Nothing changes.",
  backToTerms: "Back to terms",
  showTheDifference: "Show the difference",
  for: "For",
  theProvidersProductIdEmptyAll: "The provider's product id. Empty: all products.",
  monthsToLookBack: "Months to look back",
  theCurrentMonthIsOneOf: "The current month is one of them.",
} as const;

export const { say, rich } = openTexts({ shared, forecasts });
