// Texts of the pages of commissions, in English.

import { takes } from "./message.ts";
import { openTexts } from "./say.ts";
import { shared } from "./shared.ts";

export const commissions = {
  putOnHold: "Put on hold",
  theyAreNeitherApprovedNorPaid:
    "They are neither approved nor paid until you release them. Those already in a payout are paid with it.",
  noneOfThemCanBePut: "None of them can be put on hold.",
  release: "Release",
  theyKeepTheirStatusOnHold: "They keep their status: on hold until their release date, or payable.",
  noneOfThemWasPutOn: "None of them was put on hold manually.",
  approveNow: "Approve now",
  theNextPayoutIncludesThemAlthough: "The next payout includes them, although the customer may still ask for a refund.",
  noneOfThemIsPending: "None of them is pending.",
  commissionsCounted: takes(
    { commissions: "number" },
    "{commissions, plural, one {# commission} other {# commissions}}",
  ),
  leftOutOfTheSelectedOnesStay: takes({ leftOut: "number" }, "{leftOut, number} of those selected stay unchanged."),
  noteForPartners: "Note for partners",
  theySeeThatItIsOn: "They see that it is on hold, and this note. They never see the reason above.",
  onHoldUntilHoldUntil: takes({ holdUntil: "text" }, "On hold until {holdUntil}"),
  owed: "Owed",
  reducedByAPartialRefund: "Reduced by a partial refund",
  reversedWithTheSale: "Reversed with the sale",
  reversedRefundsTookTheSales: "Reversed: refunds took the sales below it",
  reversedItsPartnerIsBanned: "Reversed: its partner is banned",
  reversedItsFlagIsAbuse: "Reversed: its flag is abuse",
  onHoldManually: "On hold manually",
  heldByAFlag: "Held by a flag",
  heldWhileThePaymentIsDisputed: "Held while the payment is disputed",
  heldTheChainContradictsThePayment: "Held: the chain contradicts the payment",
  imported: "Imported",
  onHold: "On hold",
  heldBack: "Held back",
  partlyRefunded: "Partly refunded",
  reversed: "Reversed",
  lead: "Lead",
  bonus: "Bonus",
  bonusId: takes({ bonusId: "text" }, "Bonus {bonusId}"),
  recruitedPartner: "Recruited partner",
  earnedBy: "Earned by",
  aCommissionBecomesPayableWhenIts:
    "A commission becomes payable when its hold ends, and is paid with the next payout.",
  payWhatIsOwed: "Pay what is owed",
  noCommissionsYet: "No commissions yet",
  eachSaleFromAPartnerEarns: "Each sale from a partner earns one, by your terms.",
  atTheSale: "At the sale",
  adjustment: "Adjustment",
  whyOnHold: "Why on hold",
  undoReleaseThem: "Undo: release them",
  undoPutThemOnHoldAgain: "Undo: put them on hold again",
  stopThemPutThemOnHold: "Stop them: put them on hold",
  nothingWasChanged: "Nothing was changed.",
  commissionIdMessage: takes({ commissionId: "text", message: "text" }, "Commission {commissionId}: {message}"),
  decisionOnMany: takes({ button: "text", many: "text" }, "{button}: {many}"),
  decisionOnSums: takes({ button: "text", sums: "text" }, "{button}: {sums}"),
  sumsOfManyAndEffect: takes({ sums: "text", many: "text", effect: "text" }, "{sums}, {many}. {effect}"),
  holdDone: takes(
    { done: "number", sums: "text" },
    "{done, plural, one {# commission} other {# commissions}} put on hold: {sums}.",
  ),
  holdWasAMistake: "Undone: they were put on hold by mistake",
  releaseDone: takes(
    { done: "number", sums: "text" },
    "{done, plural, one {# commission} other {# commissions}} released: {sums}.",
  ),
  releaseWasAMistake: "Undone: they were released by mistake",
  approveDone: takes(
    { done: "number", sums: "text" },
    "{done, plural, one {# commission} other {# commissions}} approved: {sums}.",
  ),
  approveWasAMistake: "Undone: they were approved by mistake",
} as const;

export const { say } = openTexts({ shared, commissions });
