// Texts of the pages of inbox, in English.

import { takes } from "./message.ts";
import { openTexts } from "./say.ts";
import { shared } from "./shared.ts";

export const inbox = {
  attributeManually: "Attribute manually",
  attributeThisPaymentManually: "Attribute this payment manually",
  thePaymentBecomesThePartnersSale:
    "The payment becomes the partner's sale, with the terms and the hold period of the day it was received. If it is the customer's first sale, the customer's later payments go to this partner too. You can undo it.",
  attributeToThisPartner: "Attribute to this partner",
  theyCouldNotBeReadOr: "They could not be read, or the service had a fault. Nothing is lost: retry them after a fix.",
  paymentsWithoutAKnownPartnerYet:
    "Payments without a known partner yet. They settle by themselves once the missing event arrives.",
  tooLate: "Too late",
  theClickWasOutsideTheAttribution: "The click was outside the attribution window: no commission.",
  notUsed: "Not used",
  theyAreKeptAndChangedNothing: "They are kept and changed nothing, usually as intended.",
  inbox: "Inbox",
  openProblemsByCauseEachWith: "Open problems by cause, each with its next step.",
  allIsWell: "All is well",
  failedAndPendingDeliveriesAndOpen: "Failed and pending deliveries, and open decisions, appear here.",
  retryAll: "Retry all",
  timeToTime: takes({ first: "text", last: "text" }, "{first} to {last}"),
  look: "Look",
  review: "Review",
  showAll: "Show all",
  theProgramsKeyIsRefusedFrom: takes({ rotateBy: "text" }, "The program's key is refused from {rotateBy} on."),
  replaceTheKey: "Replace the key",
  countNextOpenTheirCommissionsAre: takes(
    { count: "number", next: "text" },
    "{count, number}{next} open. Their commissions are held until the dispute is decided.",
  ),
  showDisputes: "Show disputes",
  countOpenSayWhetherEach: takes({ count: "number" }, "{count, number} open. Say whether each is fine or abuse."),
  reviewFlags: "Review flags",
  discard: "Discard",
  discardThisEvent: "Discard this event?",
  itIsDiscardedAndEarnsNo: "It is discarded and earns no commission. It stays in the log and can be sent again.",
  retry: "Retry",
  retried: "Retried",
  areRetriedEventsShowsTheResult: takes(
    { takenUp: "number" },
    "{takenUp, plural, one {It is retried} other {# are retried}}: Events shows the result.",
  ),
  failedAgainNothingWasChanged: takes(
    { failedAgain: "number" },
    "{failedAgain, plural, one {It failed again} other {# failed again}}. Nothing was changed.",
  ),
  thereIsNothingLeftToRetry: "There is nothing left to retry.",
  undoTheAttribution: "Undo the attribution",
  undoThisManualAttribution: "Undo this manual attribution?",
  itWasDecidedBecauseReasonThe: takes(
    { reason: "text" },
    "It was decided because: {reason}. The payment and its customer go back to the partner that the evidence names, or the payment waits again. Other sales keep their partner.",
  ),
} as const;

export const { say, rich } = openTexts({ shared, inbox });
