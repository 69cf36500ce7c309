// Texts of the pages of sales, in English.

import { takes } from "./message.ts";
import { openTexts } from "./say.ts";
import { shared } from "./shared.ts";

export const sales = {
  story: "Story",
  details: "Details",
  items: "Items",
  happened: "Happened",
  copyTheTransactionId: "Copy the transaction id",
  subscription: "Subscription",
  taxIncluded: "Tax included",
  refunded: "Refunded",
  source: "Source",
  clicked: "Clicked",
  remarkable: "Note",
  thereIsNoSaleIdInThis: takes({ saleId: "text" }, "There is no sale {saleId} in this program."),
  exampleCustomer: "user-42",
  everyPaymentAttributedToAPartner: "Every payment attributed to a partner.",
  noSalesYet: "No sales yet",
  connectYourPayments: "Connect your payments",
  salesAppearHereWithinASecond: "Sales appear here within a second.",
  yourServer: "Your server",
  onePayment: "One payment",
  renewal: "Renewal",
  firstOfASubscription: "First of a subscription",
} as const;

export const { say } = openTexts({ shared, sales });
