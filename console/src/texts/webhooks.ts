// Texts of the pages of webhooks, in English.

import { takes } from "./message.ts";
import { openTexts } from "./say.ts";
import { shared } from "./shared.ts";

export const webhooks = {
  sendATest: "Send a test",
  resendFailed: "Resend failed",
  sendATestAsked: "Send a test?",
  aMessageOfTypeEndpointTest: "A message of type endpoint.test, signed like any other: you see your system's answer.",
  sendTest: "Send test",
  resendAbandonedMessages: "Resend abandoned messages?",
  eachMessageKeepsItsIdSo: "Each message keeps its id, so your system can drop duplicates.",
  sendAgain: "Send again",
  pauseThisEndpoint: "Pause this endpoint?",
  resumeThisEndpoint: "Resume this endpoint?",
  nothingIsSentUntilItIs: "Nothing is sent until it is resumed, and nothing is lost.",
  pendingMessagesAreSentNowIn: "Pending messages are sent now, in order.",
  removeThisEndpoint: "Remove this endpoint?",
  pendingMessagesAreDiscardedAndIts: "Pending messages are discarded and its secrets are erased.",
  removeEndpoint: "Remove endpoint",
  arrived: "Arrived",
  endpointId: takes({ endpointId: "text" }, "Endpoint {endpointId}"),
  secret: "Secret",
  yourSystemVerifiesOurMessagesWith: "Your system verifies our messages with it.",
  messages: "Messages",
  newestFirstKeptForALimited: "Newest first; kept for a limited time.",
  noMessagesYet: "No messages yet",
  sendATestToSeeWhether: "Send a test to see whether it arrives.",
  pausedBecauseNothingIsLostResumingSends: takes(
    { pausedBecause: "text" },
    "Paused: {pausedBecause} Nothing is lost: resuming sends all pending messages.",
  ),
  noSuccessSinceTimeWaitingCountWait: takes(
    { time: "text", waitingCount: "number" },
    "No success since {time}; {waitingCount, number} wait.",
  ),
  message: "Message",
  about: "About",
  tries: "Tries",
  made: "Made",
  nextTry: "Next try",
  copyTheSecret: "Copy the secret",
  showSecret: "Show secret",
  rotateSecret: "Rotate secret",
  rotateTheSecret: "Rotate the secret?",
  theOldSecretStaysValidFor:
    "The old secret stays valid for 24 hours, so that your system can switch without losing a message.",
  request: "Request",
  timeStatusCodeMillisecondsMs: takes(
    { time: "text", statusCode: "text", milliseconds: "text" },
    "{time} · {statusCode} · {milliseconds} ms",
  ),
  answers: "Answers",
  nextAttemptTime: takes({ time: "text" }, "Next attempt: {time}."),
  webhooks: "Webhooks",
  signedMessagesAboutSalesCommissionsAnd:
    "Signed messages about sales, commissions and payouts to your systems, as they happen.",
  addEndpoint: "Add endpoint",
  endpoints: "Endpoints",
  noEndpointsYet: "No endpoints yet",
  addYourSystemsUrlItReceives: "Add your system's URL. It receives all later events.",
  whose: "Whose",
  yours: "Yours",
  postbackOfPartnerId: takes({ partnerId: "text" }, "Postback of partner {partnerId}"),
  lastArrived: "Last arrived",
  httpsShopExampleWebhooksSvc: "https://shop.example/webhooks/svc",
  description: "Description",
  optional: "Optional.",
  payload: "Payload",
  fullTheSaleTheCommissionThe: "Full: the sale, the commission, the payout",
  thinIdsOnlyYourSystemFetches: "Thin: ids only; your system fetches the rest",
} as const;

export const { say, rich } = openTexts({ shared, webhooks });
