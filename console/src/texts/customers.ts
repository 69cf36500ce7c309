// Texts of the pages of customers, in English.

import { takes } from "./message.ts";
import { openTexts } from "./say.ts";
import { shared } from "./shared.ts";

export const customers = {
  fromTheFirstClick: "From the first click",
  knownOnlyByTheProvidersId: "Known only by the provider's id",
  everyoneWhoSignedUpThroughA: "Everyone who signed up through a partner's link. Names and addresses are not kept.",
  providerCustomerId: takes({ providerCustomerId: "text" }, "provider {providerCustomerId}"),
  noCustomersYet: "No customers yet",
  reportYourSignUps: "Report your sign-ups",
  visitorsOfPartnerLinksAppearHere:
    "Visitors of partner links appear here once your server or page reports their sign-up.",
  signedUp: "Signed up",
  clicked: "Clicked",
  knownByTheProvider: "Known by the provider",
  hasBought: "Has bought",
  notConfirmedYet: "Not confirmed yet",
} as const;

export const { say } = openTexts({ shared, customers });
