// The steps of a payout's story in plain words: created, approved, handed to a payment provider, each request with its answer, and how it
// ended, also weeks later. Pure: it is handed what the log and the attempts say.
import { isOnTheWay } from "../../../core/rules/payout-life.ts";
import type { PayoutStatus } from "../../../core/rules/rows/payout-rows.ts";
import { type Currency, isCurrency } from "../../../core/vocabulary/money/currencies.ts";
import type { Sum } from "../../../core/vocabulary/money/money.ts";
import { isRailName, type RailName, railTitles } from "../../../core/vocabulary/money/payout-rails.ts";
import { moneyText } from "../../../core/wording/words.ts";

export const payoutStepKinds = [
  "created",
  "approved",
  "exported",
  "handed_over",
  "request",
  "accepted",
  "unclaimed",
  "costs",
  "declined",
  "paid",
  "failed",
  "cancelled",
  "returned",
  "next_look",
] as const;

/** The types of events that name a payout by its id; the index `events_of_a_payout` has them. */
export const payoutEventTypes = [
  "payout_approved",
  "payout_sending",
  "payout_progressed",
  "payout_recorded",
  "payout_failed",
  "payout_cancelled",
  "payout_returned",
] as const;

export type PayoutEvent = {
  readonly id: number;
  readonly type: (typeof payoutEventTypes)[number];
  readonly source: string;
  readonly received_at: Date;
  readonly data: Readonly<Record<string, unknown>>;
};

export type PayoutRequest = {
  readonly attempt: number;
  readonly rail: RailName;
  readonly kind: "create" | "look";
  readonly began_at: Date;
  readonly ended_at: Date | null;
  readonly exchanges: readonly unknown[];
  readonly conclusion: string | null;
};

export type PayoutStep = {
  readonly at: Date;
  readonly kind: (typeof payoutStepKinds)[number];
  readonly is_upcoming: boolean;
  readonly summary: string;
  readonly event_id: number | null;
  /** As it is kept, such as `account:…`; null where no person did it. */
  readonly by: unknown;
  readonly attempt: number | null;
  readonly exchanges: readonly unknown[];
};

export type StoryParts = {
  readonly payout: {
    readonly payout_id: number;
    readonly status: PayoutStatus;
    readonly currency: Currency;
    readonly amount_cents: number;
    readonly item_count: number;
    readonly created_at: Date;
    readonly exported_at: Date | null;
    readonly rail: RailName | null;
  };
  readonly createdBy: unknown;
  readonly events: readonly PayoutEvent[];
  readonly requests: readonly PayoutRequest[];
  /** When the provider is asked again; null where it is not. */
  readonly nextLookAt: Date | null;
};

/** In the order of time; what is ahead comes last. */
export function stepsOfPayout(parts: StoryParts): PayoutStep[] {
  const { payout, createdBy, events, requests, nextLookAt } = parts;
  const { payout_id, amount_cents, currency, item_count, created_at, exported_at, rail, status } = payout;
  const commissions = item_count === 1 ? "1 commission" : `${item_count.toLocaleString("en-US")} commissions`;
  const steps = [
    step("created", created_at, `Created: ${money(amount_cents, currency)} for ${commissions}.`, {
      ...{ event_id: payout_id, by: createdBy },
    }),
    ...(exported_at === null ? [] : [step("exported", exported_at, "Put into a file for a payment tool.")]),
    ...stepsOfEvents(events),
    ...requests.map(stepOfRequest),
  ];
  const inOrder = steps.toSorted((one, other) => one.at.getTime() - other.at.getTime() || rank(one) - rank(other));
  const isPaid = status === "paid";
  if (nextLookAt === null || rail === null || !(isPaid || isOnTheWay(status))) return inOrder;
  const ahead = `${railTitles[rail]} is asked again${isPaid ? ", in case the money comes back" : ""}.`;
  return [...inOrder, step("next_look", nextLookAt, ahead, { is_upcoming: true })];
}

/** A request of the same moment as what it led to comes first. */
function rank({ kind }: PayoutStep): number {
  return payoutStepKinds.indexOf(kind);
}

type More = Partial<Pick<PayoutStep, "event_id" | "by" | "attempt" | "exchanges" | "is_upcoming">>;

function step(kind: PayoutStep["kind"], at: Date, summary: string, more: More = {}): PayoutStep {
  const none = { event_id: null, by: null, attempt: null, exchanges: [], is_upcoming: false } as const;
  return { kind, at, summary, ...none, ...more };
}

function stepsOfEvents(events: readonly PayoutEvent[]): PayoutStep[] {
  let rail = "The provider";
  let state: unknown = null;
  const steps: PayoutStep[] = [];
  for (const event of events) {
    const { data, type } = event;
    if (isRailName(data.rail)) rail = railTitles[data.rail];
    steps.push(stepOfEvent(event, rail, data.state === state));
    state = type === "payout_progressed" ? data.state : null;
  }
  return steps;
}

/** `isSame`: the state that it reports was reported before. */
function stepOfEvent(event: PayoutEvent, rail: string, isSame: boolean): PayoutStep {
  const { id: event_id, type, received_at: at, data, source } = event;
  const isOfProvider = source === "schedule";
  const attempt = typeof data.attempt === "number" ? data.attempt : null;
  const of = { event_id, attempt, by: isOfProvider ? null : data.by };
  const why = because(textOf(data.reason));
  switch (type) {
    case "payout_approved":
      return step("approved", at, "Approved.", of);
    case "payout_sending": {
      const place = data.is_sandbox === true ? `${rail}'s sandbox` : rail;
      return step("handed_over", at, `Handed to ${place} under the key ${textOf(data.key) ?? ""}.`, of);
    }
    case "payout_progressed": {
      const [kind, summary] = progressInWords(rail, data, isSame);
      return step(kind, at, summary, of);
    }
    case "payout_recorded":
      return step("paid", at, `${isOfProvider ? `${rail} paid it.` : markedPaid(data)}${referenceOf(data)}`, of);
    case "payout_failed":
      return step(
        "failed",
        at,
        `${isOfProvider ? `${rail} did not pay it` : "Marked as not paid"}${why} ${owedAgain}`,
        of,
      );
    case "payout_cancelled":
      return step("cancelled", at, `Canceled${why} ${owedAgain}`, of);
    case "payout_returned":
      return step("returned", at, `The money came back${why} ${owedAgain}`, of);
  }
}

const owedAgain = "It is owed again.";

type Worded = readonly [kind: PayoutStep["kind"], summary: string];

function progressInWords(rail: string, data: PayoutEvent["data"], isSame: boolean): Worded {
  const costs = costsOf(data);
  if (data.state === "created") {
    return ["declined", `${rail} declined it${because(textOf(data.reason))} Nothing was paid.`];
  }
  if (isSame) return ["costs", costs === "" ? `${rail} confirmed it again.` : `${rail} reported more:${costs}`];
  if (data.state === "unclaimed") return ["unclaimed", `${rail} sent it. The partner must accept it there.${costs}`];
  const id = textOf(data.rail_id);
  return ["accepted", `${rail} accepted it${id === null ? "." : ` as ${id}.`}${costs}`];
}

function costsOf({ fee_cents, fee_currency, exchange_rate }: PayoutEvent["data"]): string {
  const isFee = typeof fee_cents === "number" && typeof fee_currency === "string";
  const fee = isFee ? ` Fee ${money(fee_cents, fee_currency)}.` : "";
  const rate = textOf(exchange_rate);
  return fee + (rate === null ? "" : ` Exchange rate ${rate}.`);
}

function referenceOf({ reference }: PayoutEvent["data"]): string {
  const known = textOf(reference);
  return known === null ? "" : ` Its reference is ${known}.`;
}

function markedPaid(data: PayoutEvent["data"]): string {
  const method = textOf(data.method);
  return `Marked as paid${method === null ? "" : ` by ${method}`}.`;
}

function stepOfRequest({ attempt, rail, kind, began_at, ended_at, exchanges, conclusion }: PayoutRequest): PayoutStep {
  const asked = `${railTitles[rail]} was asked ${kind === "create" ? "to pay it" : "for its status"}.`;
  return step(
    "request",
    kind === "look" ? (ended_at ?? began_at) : began_at,
    `${asked}${answerInWords(conclusion, ended_at)}`,
    {
      ...{ attempt, exchanges },
    },
  );
}

/** What the answer led to has a step of its own; only what led to none is described here. */
function answerInWords(conclusion: string | null, endedAt: Date | null): string {
  if (endedAt === null) return " The process ended before the answer was kept; the same key is sent again.";
  const [, kind, why = ""] = /^(unknown|unsent): (.*)$/s.exec(conclusion ?? "") ?? [];
  if (kind === "unknown") return ` It is not known whether it paid: ${sentence(why)}`;
  return kind === "unsent" ? ` Nothing was sent: ${sentence(why)}` : "";
}

function because(why: string | null): string {
  return why === null ? "." : `: ${sentence(why)}`;
}

function sentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function money(cents: Sum, currency: string): string {
  return isCurrency(currency) ? moneyText(cents, currency) : `${cents} ${currency}`;
}
