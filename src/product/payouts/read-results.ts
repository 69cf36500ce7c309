// What a payment tool or a bank says became of payouts, read from its file: one line a payout, each understood or named with why
// not. It reads columns by their names, as tools rename and add them, and guesses neither a payout nor a state.
// https://developer.paypal.com/api/payments.payouts-batch/v1/definitions/transaction_enum: PayPal's states.
// https://docs.wise.com/guides/product/send-money/tracking-transfers: Wise's states.
import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { PayoutTool } from "../../core/rules/rows/payout-rows.ts";

/** `bank` is any other's, as a table of ours. */
export const resultTools = ["paypal", "wise", "bank"] as const satisfies readonly (PayoutTool | "bank")[];
export type ResultTool = (typeof resultTools)[number];

/** Wise accepts at most as many at once. */
export const resultLinesMax = 1_000;
export const resultCharactersMax = 500_000;

export const reportedOutcomes = ["paid", "failed", "returned", "waits"] as const;
export type ReportedOutcome = (typeof reportedOutcomes)[number];

export type ReportedPayout = {
  readonly line: number;
  readonly payoutId: number;
  readonly outcome: ReportedOutcome;
  readonly reference: string | null;
  readonly reason: string | null;
  /** As it is written; null where the file has no such column. */
  readonly amount: string | null;
  readonly currency: string | null;
};

export type LineFault = { readonly line: number; readonly message: string };

export type ReadResults =
  | { readonly reported: readonly ReportedPayout[]; readonly faults: readonly LineFault[] }
  /** It is no such file at all. */
  | { readonly unreadable: string };

/** Columns by their names, without case and signs. */
const columns = {
  payout: ["payoutid", "payout", "uniqueid", "senderitemid", "paymentreference", "yourreference", "customerreference"],
  state: ["status", "transactionstatus", "transferstatus", "state"],
  reference: ["transactionid", "transferid", "bankreference", "reference", "id"],
  reason: ["reason", "failurereason", "errormessage", "error", "reasoncode", "statusreason"],
  amount: ["amount", "targetamount", "grossamount", "gross"],
  currency: ["currency", "targetcurrency", "currencycode"],
} as const;

const states: Readonly<Record<string, ReportedOutcome>> = {
  ...toAll("paid", ["success", "successful", "completed", "complete", "paid", "sent", "outgoingpaymentsent"]),
  ...toAll("failed", ["failed", "denied", "blocked", "rejected", "cancelled", "canceled", "error"]),
  ...toAll("returned", ["returned", "refunded", "reversed", "fundsrefunded", "bouncedback", "chargedback"]),
  ...toAll("waits", ["pending", "unclaimed", "onhold", "held", "processing", "waiting", "inprogress"]),
  ...toAll("waits", ["incomingpaymentwaiting", "incomingpaymentinitiated", "waitingrecipientinputtoproceed"]),
  ...toAll("waits", ["fundsconverted"]),
};

function toAll(outcome: ReportedOutcome, names: readonly string[]): Record<string, ReportedOutcome> {
  return Object.fromEntries(names.map((name) => [name, outcome]));
}

const payoutName = /^(?:payout[\s-]*)?([1-9]\d{0,14})$/i;

type Cells = { readonly line: number; readonly cells: readonly string[] };

const parsedLines = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }));

export function readPayoutResults(csv: string): ReadResults {
  const lines = linesOf(csv);
  if (lines === null) return { unreadable: "is not CSV: a quote is not closed, or is inside a value." };
  const [header, ...rest] = lines;
  if (header === undefined) return { unreadable: "is empty." };
  if (rest.length > resultLinesMax) return { unreadable: `has more than ${resultLinesMax} lines: give it in parts.` };
  const place = placesIn(header.cells);
  if (place.payout < 0)
    return { unreadable: `has no column that names a payout: one of ${columns.payout.join(", ")}.` };
  if (place.state < 0) return { unreadable: `has no column of states: one of ${columns.state.join(", ")}.` };
  const read = rest.map((line) => reportedIn(line, place));
  const reported = read.filter((one) => "payoutId" in one);
  const twice = reported.filter(
    (one, index) => reported.findIndex(({ payoutId }) => payoutId === one.payoutId) !== index,
  );
  return {
    reported: reported.filter((one) => !twice.some(({ payoutId }) => payoutId === one.payoutId)),
    faults: [
      ...read.filter((one) => "message" in one),
      ...reported
        .filter((one) => twice.some(({ payoutId }) => payoutId === one.payoutId))
        .map(({ line, payoutId }) => ({ line, message: `names payout ${payoutId}, which is in the file twice.` })),
    ].toSorted((a, b) => a.line - b.line),
  };
}

/** Null where it cannot be parted into cells. */
function linesOf(csv: string): Cells[] | null {
  const [first = ""] = csv.split(/\r?\n/, 1);
  const delimiter = [",", ";", "\t"].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ",";
  try {
    const parsed: unknown = parse(csv, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
    return parsedLines.parse(parsed).map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch {
    return null;
  }
}

type Places = { readonly [Name in keyof typeof columns]: number };

/** In the order of the names: a file may have several. */
function placesIn(header: readonly string[]): Places {
  const names = header.map(bare);
  const placeOf = (known: readonly string[]) =>
    known.map((name) => names.indexOf(name)).find((index) => index >= 0) ?? -1;
  return {
    payout: placeOf(columns.payout),
    state: placeOf(columns.state),
    reference: placeOf(columns.reference),
    reason: placeOf(columns.reason),
    amount: placeOf(columns.amount),
    currency: placeOf(columns.currency),
  };
}

function reportedIn({ line, cells }: Cells, place: Places): ReportedPayout | LineFault {
  const cell = (name: keyof Places): string | null => cells[place[name]] || null;
  const named = payoutName.exec(cell("payout") ?? "")?.[1];
  if (named === undefined) return { line, message: `names no payout of ours: ${quoted(cell("payout"))}.` };
  const outcome = states[bare(cell("state") ?? "")];
  if (outcome === undefined) return { line, message: `has a state that is not known: ${quoted(cell("state"))}.` };
  return {
    line,
    payoutId: Number(named),
    outcome,
    reference: shortened(cell("reference")),
    reason: shortened(cell("reason")),
    amount: cell("amount"),
    currency: cell("currency"),
  };
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, "");
}

const charactersKept = 255;

/** As the log keeps it: one line, of no more than it takes. */
function shortened(text: string | null): string | null {
  return (
    text
      ?.replaceAll(/\p{Cc}+/gu, " ")
      .slice(0, charactersKept)
      .trim() || null
  );
}

function quoted(text: string | null): string {
  return text === null ? "it is empty" : `“${text.replaceAll(/\p{Cc}+/gu, " ").slice(0, 60)}”`;
}
