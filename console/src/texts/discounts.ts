// Texts about discount codes that are made at payment providers, in English.

import { takes } from "./message.ts";
import { openTexts } from "./say.ts";
import { shared } from "./shared.ts";

export const discounts = {
  createAtTheProvider: "Create at Stripe or Paddle",
  createACodeAtTheProvider: "Create a code at the provider",
  createTheCode: "Create code",
  itIsMadeWithTheKeyOf: "It is made with the connection's API key, and belongs to the partner.",
  connectStripeOrPaddleByKey: "Connect Stripe or Paddle with an API key first: Integration, Connections.",
  codeThatBuyersEnter: "Code",
  lettersAndDigits: "Letters and digits, such as ANNA20.",
  connectionAtProvider: "Connection",
  connectionInWords: takes(
    { provider: "text", id: "text", isTest: "text" },
    "{provider}, connection {id}{isTest, select, yes { (test)} other {}}",
  ),
  discountKind: "Discount",
  percentage: "Percentage",
  fixedAmount: "Fixed amount",
  percentOff: "Percent off",
  amountOff: "Amount off",
  currencyOfAmount: "Currency",
  forHowLong: "For how long",
  theFirstPayment: "The first payment",
  everyPayment: "Every payment",
  theFirstMonths: "The first months",
  numberOfMonths: "Months",
  maximumUses: "Maximum uses",
  emptyNoLimit: "Empty: no limit.",
  enterAnAmountOf: takes({ currency: "text" }, "Enter an amount in {currency}, such as 5."),
  chooseAConnection: "Choose a connection.",
  codeForEachPartner: "Discount code for each partner",
  noCode: "None",
  eachThatJoinsGetsOne: "Each that joins gets one",
  codesBeginWith: "Codes begin with",
  beforeThePartnersOwnCode: "Before the partner's own code. Letters and digits, or empty.",
  notUsableNow: "not usable now",
} as const;

export const { say } = openTexts({ shared, discounts });
