// What messages say, type by type: the schemas they are made by and described by. Amounts and times are as everywhere.
// Figures are those that the event left behind it; everything else of a sale is as it was when the message was made.
import { z } from "zod";
import { bookNames } from "../../../core/rules/book-keys.ts";
import { flagVerdicts } from "../../../core/rules/events/flag-events.ts";
import { flagKinds, raisedChoices } from "../../../core/rules/events/settings/flag-settings.ts";
import { authorKinds } from "../../../core/vocabulary/access/author.ts";
import {
  cents,
  count,
  currency,
  flag,
  id,
  idOrNull,
  oneOf,
  time,
  timeOrNull,
  words,
  wordsOrNull,
} from "../../../core/vocabulary/fields.ts";
import { type MessageType, testMessageType } from "../../../core/vocabulary/outbound-types.ts";
import { commissionKinds } from "../../../core/vocabulary/statuses.ts";
import { flagId } from "../../flags/flag-id.ts";

const aboutKinds = ["click", "lead", "sale", "partner", "payout", "key", "replay", "endpoint", "change"] as const;
export type AboutKind = (typeof aboutKinds)[number];

const about = z
  .strictObject({
    kind: z.enum(aboutKinds).meta({ description: "What kind of thing" }),
    id: words("Its id, as the calls of the interface take it"),
  })
  .meta({ description: "Its subject: messages about the same subject arrive in order" });

function shown<Shape extends z.ZodRawShape>(description: string, shape: Shape) {
  return z.strictObject(shape).meta({ description });
}

/** All that a thin message says. */
export const thinData = z.strictObject({
  program_id: id("The program"),
  event_id: idOrNull("The event of the log that it follows from; null where it follows from none"),
  seq: count("The event's place in the log").nullable(),
  about,
});
export type ThinData = z.output<typeof thinData>;

const partner = { partner_id: id("The partner"), partner_code: wordsOrNull("What the partner's links carry as aff") };

const ofSale = { sale_id: id("The sale"), transaction_id: words("The payment's name"), ...partner };

const subId = (number: number) => wordsOrNull(`What the partner marked its link with, place ${number} of five`);
const subIds = { sub1: subId(1), sub2: subId(2), sub3: subId(3), sub4: subId(4), sub5: subId(5) };

export const saleShown = shown("The sale", {
  ...ofSale,
  amount_cents: cents("What the customer paid"),
  refunded_cents: cents("What of it had gone back, after this event"),
  currency,
  customer_key: wordsOrNull("The brand's own customer id"),
  click_id: wordsOrNull("The click that earned it; null if a discount code or a manual attribution did"),
  ...subIds,
  coupon_code: wordsOrNull("The partner's discount code it was made with"),
  source: words("Who reported it: api, or a provider"),
  provider: wordsOrNull("The payment provider"),
  provider_payment_id: wordsOrNull("The provider's own id of the payment"),
  sale_type: words("payment or subscription"),
  is_recurring: flag("A renewal"),
  subscription_id: wordsOrNull("The subscription it belongs to"),
  product_id: wordsOrNull("The product"),
  occurred_at: timeOrNull("When it happened, if reported"),
  received_at: time("When the service received it"),
});
export type SaleShown = z.output<typeof saleShown>;

export const commissionShown = shown("What its partner earns", {
  commission_id: id("The commission: of a sale, the sale's own id"),
  kind: oneOf(commissionKinds, "What it was earned by"),
  sale_id: idOrNull("The sale that earned it; null where it was earned by no sale"),
  transaction_id: wordsOrNull("Its payment; null without a sale"),
  ...partner,
  amount_cents: cents("What the partner earns by it, after this event"),
  change_cents: cents("By how much this event changed that"),
  currency,
  payout_id: idOrNull("The payout that paid it, or whose money came back; null where the message is about no payout"),
  paid_cents: cents(
    "What this payout took of it: below 0 where it took back what had been paid too much, or where its money came back",
  ),
});
export type CommissionShown = z.output<typeof commissionShown>;

const click = shown("The visit", {
  click_id: words("The click"),
  ...partner,
  ...subIds,
  is_bot: flag("Taken for a machine: it earns nothing"),
  page_url: wordsOrNull("The page that was visited"),
  referrer_url: wordsOrNull("Where the visitor came from"),
});

const lead = shown("The lead", {
  lead_id: id("The lead"),
  event_name: wordsOrNull("The brand's label"),
  customer_key: wordsOrNull("The brand's own customer id"),
  click_id: wordsOrNull("Its click"),
  ...subIds,
  ...partner,
  is_provisional: flag("Claimed only by a browser: it earns nothing until a server settles it"),
});

const parkedPayment = shown("The payment that waits", {
  transaction_id: words("The payment's name"),
  amount_cents: cents("What the customer paid"),
  currency: words("In what, in three letters"),
  customer_key: wordsOrNull("The brand's own customer id, where the payment names it"),
  source: words("The provider that reported it"),
  reason: words("What it waits for: no_attribution, no partner is known for this customer"),
});

const refund = shown("The refund", {
  refund_id: words("The refund's own name, by which doubles are known"),
  ...ofSale,
  amount_cents: cents("This refund alone"),
  refunded_total_cents: cents("All that had gone back of the sale, after this event"),
  currency,
  reason: wordsOrNull("Why, if reported"),
});

const dispute = shown("The dispute", {
  dispute_id: words("The provider's id of the dispute"),
  ...ofSale,
  amount_cents: cents("What is disputed"),
  currency,
});

const payout = shown("The payout", {
  payout_id: id("The payout"),
  ...partner,
  amount_cents: cents("What it pays"),
  currency,
  item_count: count("Sales it pays for"),
  method: wordsOrNull("How it was paid"),
  reference: wordsOrNull("The payer's reference"),
});

const flagged = shown("The flag", {
  flag_id: flagId,
  kind: oneOf(flagKinds, "What looks wrong"),
  choice: oneOf(raisedChoices, "What the program had chosen for this kind when the sale was received"),
  status: oneOf(["open", ...flagVerdicts], "Open, or what a person resolved it as"),
  commission_id: id("The commission; of a sale that was refused one, the sale"),
  ...partner,
});

const withCommission = {
  sale: saleShown,
  commission: commissionShown.nullable().meta({ description: "What its partner earns by it; null for nothing" }),
};

const ofCommission = {
  commission: commissionShown,
  sale: saleShown.nullable().meta({ description: "The sale that earned it; null where it was earned by no sale" }),
};

const details = {
  "click.recorded": { click },
  "lead.recorded": { lead },
  "lead.settled": { lead },
  "sale.recorded": withCommission,
  "sale.parked": { payment: parkedPayment },
  "sale.changed": {
    ...withCommission,
    change: words(
      "What changed it, as the event's type: attribution_removed takes the sale from its partner, commissions_held holds its commission; same_payment where two reports turned out to be one sale",
    ),
    merged_sale_id: idOrNull(
      "Of same_payment: the sale or pending payment that turned out to be this sale; it is no longer in the books",
    ),
  },
  "commission.created": ofCommission,
  "commission.approved": ofCommission,
  "commission.reduced": ofCommission,
  "commission.reversed": ofCommission,
  "commission.restored": ofCommission,
  "commission.paid": ofCommission,
  "commission.returned": ofCommission,
  "flag.raised": { flag: flagged },
  "flag.resolved": { flag: flagged },
  "refund.recorded": { refund },
  "dispute.opened": { dispute },
  "dispute.won": { dispute },
  "dispute.lost": { dispute },
  "partner.joined": {
    partner: shown("The partner", { ...partner, name: words("The partner's name") }),
  },
  "payout.created": { payout },
  "payout.paid": { payout },
  "payout.failed": { payout },
  "payout.cancelled": { payout },
  "payout.returned": { payout },
  "key.rotation_required": {
    key: shown("The program's key", {
      flagged_at: time("When its replacement was demanded first"),
      rotate_by: time("From then on it is refused"),
    }),
  },
  "replay.applied": {
    replay: shown("The replay", {
      run_id: id("The replay"),
      rows_changed: count("Rows of the books that differ"),
      books: z.array(z.string()).readonly().meta({ description: "In which books: read these again" }),
    }),
  },
  "row.corrected": {
    correction: shown("A row that a replay corrected; no new event happened to its subject", {
      run_id: id("The replay"),
      change_id: id("The change's place among all that replays changed"),
      book: oneOf(bookNames, "The book the row is of"),
      row_key: z.looseObject({}).meta({ description: "The row's key" }),
      before: z.looseObject({}).nullable().meta({ description: "The row before the correction; null if it was added" }),
      after: z.looseObject({}).nullable().meta({ description: "The row after the correction; null if it was removed" }),
    }),
  },
  "audit.recorded": {
    change: shown("A change by a person, an agent or the operator, as in the audit list", {
      type: words("What it is, such as partner_changed"),
      outcome: words("What the books made of it: recorded, or refused"),
      by_kind: oneOf(authorKinds, "Who changed it; null where that was not kept").nullable(),
      by_id: wordsOrNull("The account, the agent key or the partner; null for the operator's command line"),
      data: z.looseObject({}).meta({ description: "The change, as in the log" }),
    }),
  },
} as const satisfies { readonly [Type in MessageType]: z.ZodRawShape };

type Details = typeof details;
/** What a full message has in addition to the thin one. */
export type DetailOf<Type extends MessageType> = z.output<z.ZodObject<Details[Type]>>;

export type PayloadSchema = { readonly type: string; readonly about: string; readonly schema: z.ZodObject };

const meanings: { readonly [Type in MessageType]: string } = {
  "click.recorded": "A visit through an affiliate link was recorded",
  "lead.recorded": "A signup, or another step before a sale, was recorded",
  "lead.settled": "A server confirmed a lead that only a browser had reported",
  "sale.recorded": "A sale was recorded and is a partner's",
  "sale.parked": "A payment waits until it is known who brought its customer",
  "sale.changed": "A sale changed: its attribution or its evidence",
  "commission.created": "A sale, a lead or a bonus earns a partner a commission",
  "commission.approved": "A commission's hold is over",
  "commission.reduced": "A partial refund reduced a commission",
  "commission.reversed": "A full refund reversed a commission",
  "commission.restored": "A reduced or held commission counts again",
  "commission.paid": "A payout paid a commission, or deducted an overpayment",
  "commission.returned": "The payout of a commission was returned: it is owed again",
  "flag.raised": "A commission looks wrong: it is flagged, held or refused as the program chose",
  "flag.resolved": "A person resolved a flag as fine or as abuse, or opened it again",
  "refund.recorded": "A customer was refunded",
  "dispute.opened": "A customer's bank contests a payment: its commission is held back",
  "dispute.won": "A dispute was won: the commission counts again",
  "dispute.lost": "A dispute was lost: the disputed amount is refunded",
  "partner.joined": "A partner joined the program",
  "payout.created": "A payout for a partner was created",
  "payout.paid": "A payout was paid",
  "payout.failed": "A payment provider did not pay a payout: it is owed again",
  "payout.cancelled": "A payout was canceled before it was paid",
  "payout.returned": "A payout was returned",
  "key.rotation_required": "The program's key must be replaced by a date",
  "replay.applied": "The books were corrected from the log: earlier messages may differ now",
  "row.corrected": "A row of the books that a replay corrected; sent only where the operator says so",
  "audit.recorded": "A person, an agent or the operator changed something; sent only to endpoints that ask for it",
};

/** Every message with its schema, for the API description. */
export function payloadSchemas(): PayloadSchema[] {
  const described = Object.entries(details).map(([type, detail]) => ({
    type,
    about: meanings[type as MessageType],
    schema: messageOf(type, z.strictObject({ ...thinData.shape, ...z.object(detail).partial().shape })),
  }));
  const test = { type: testMessageType, about: "It was requested as a test" };
  return [...described, { ...test, schema: messageOf(testMessageType, thinData) }];
}

function messageOf(type: string, data: z.ZodObject) {
  return z.strictObject({
    type: z.literal(type).meta({ description: "What happened" }),
    timestamp: time("When it was recorded"),
    data: data.meta({ description: "What it is about; a thin message has the members alone that are required" }),
  });
}

export type Announcement<Type extends MessageType = MessageType> = {
  [Each in Type]: {
    readonly messageId: string;
    readonly type: Each;
    readonly at: Date;
    readonly thin: ThinData;
    readonly detail: DetailOf<Each>;
    /** Whose it is; null where it is no partner's. */
    readonly partnerId: number | null;
    /** Messages of one subject come one after the other; what it is about where it is left out. */
    readonly subject?: string;
  };
}[Type];
