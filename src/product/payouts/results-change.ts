// What a payment tool's file says became of payouts, recorded: paid, never paid, or come back, each once however often the file is
// given. Decided and recorded under the program's lock, all of it or, after a fault of ours, nothing; a dry run decides the same and
// records nothing.
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import type { EventData, PaidItem } from "../../core/rules/events/events.ts";
import type { PayoutRow } from "../../core/rules/rows/payout-rows.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import { decimalAmount } from "../../core/vocabulary/money/money.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import type { LineFault, ReportedPayout, ResultTool } from "./read-results.ts";
import { notApproved, withheldMessage } from "./withheld.ts";

export const recordedResults = ["paid", "cancelled", "returned", "unchanged", "waits", "fault"] as const;
export type RecordedResult = (typeof recordedResults)[number];

export type ResultLine = {
  readonly line: number;
  readonly payout_id: number | null;
  readonly partner_id: number | null;
  readonly amount_cents: number | null;
  readonly currency: Currency | null;
  readonly result: RecordedResult;
  readonly message: string;
};

const payoutsStatement: Statement = {
  name: "payouts_told_of",
  text: "select * from payout where program_id = $1 and payout_id = any($2::bigint[])",
};

const itemsStatement: Statement = {
  name: "items_of_payouts_told_of",
  text: `select payout_id, sale_id, amount_cents
           from payout_item
          where program_id = $1 and payout_id = any($2::bigint[])
          order by payout_id, sale_id`,
};

/** Of one call: as many as one call puts together. */
const itemsPerCallMax = 50_000;

type Item = PaidItem & { readonly payout_id: number };

export async function recordPayoutResults(
  database: Database,
  results: {
    readonly programId: number;
    readonly tool: ResultTool;
    readonly reported: readonly ReportedPayout[];
    readonly faults: readonly LineFault[];
    readonly isDryRun: boolean;
  },
  actor: Actor,
): Promise<readonly ResultLine[]> {
  const { programId, tool, reported, faults, isDryRun } = results;
  let lines: readonly ResultLine[] = [];
  const decide = async (session: Session) => {
    await requireProgramRight(session, actor, programId, "payouts");
    const ids = reported.map(({ payoutId }) => payoutId);
    const payouts = await session.query<PayoutRow>(payoutsStatement, [programId, ids]);
    const byId = new Map(payouts.map((payout) => [payout.payout_id, payout]));
    const judged = reported.map((one) => judge(one, byId.get(one.payoutId)));
    const due = withinLimit(judged);
    lines = [...due.map(lineOf), ...faults.map(faultLine)].toSorted((a, b) => a.line - b.line);
    if (isDryRun) return [];
    const items = await findItems(
      session,
      programId,
      due.filter(({ become }) => become !== null),
    );
    return due.flatMap((one) => eventsOf(one, items.get(one.reported.payoutId) ?? [], tool)).map(submission);
  };
  const submission = (data: EventData) => ({
    event: {
      programId,
      source: "operator",
      dedupKey: null,
      isTest: false,
      occurredAt: null,
      data,
      by: authorText(actor),
    },
    delivery: null,
    keyHash: null,
    keep: "when_it_changes_something" as const,
    logged: null,
  });
  await commitDecided(database, programId, decide, { within: "longTransaction" });
  return lines;
}

type Become = "paid" | "cancelled" | "returned";
type Judged = {
  readonly reported: ReportedPayout;
  readonly payout: PayoutRow | undefined;
  /** Null where nothing is to be recorded. */
  readonly become: Become | null;
  readonly result: RecordedResult;
  readonly message: string;
};

function judge(reported: ReportedPayout, payout: PayoutRow | undefined): Judged {
  const judged = (become: Become | null, result: RecordedResult, message: string): Judged => ({
    ...{ reported, payout, become, result, message },
  });
  if (payout === undefined) return judged(null, "fault", `The program has no payout ${reported.payoutId}.`);
  const differs = differenceIn(reported, payout);
  if (differs !== null) return judged(null, "fault", differs);
  const unapproved = payout.status === "created" && isMoney(reported) ? notApproved(payout.approvals) : null;
  if (unapproved !== null) {
    const message = `The file says ${reported.outcome}. ${withheldMessage(unapproved, payout.currency)} Then import the file again.`;
    return judged(null, "fault", message);
  }
  const why = reported.reason === null ? "" : `: ${reported.reason}`;
  const { status } = payout;
  switch (reported.outcome) {
    case "waits":
      return judged(null, "waits", "The tool has not paid it yet.");
    case "paid":
      if (status === "created") return judged("paid", "paid", "It is paid.");
      if (status === "paid") return judged(null, "unchanged", "It is said to be paid already.");
      return judged(null, "fault", `It is ${status} here, and the file says it was paid: settle it by hand.`);
    case "failed":
      if (status === "created") return judged("cancelled", "cancelled", `It was not paid, and is owed again${why}.`);
      if (status === "paid")
        return judged("returned", "returned", `It was not paid after all, and is owed again${why}.`);
      return judged(null, "unchanged", `It is ${status} already.`);
    case "returned":
      if (status === "created" || status === "paid") {
        return judged("returned", "returned", `The money came back, and is owed again${why}.`);
      }
      return judged(null, "unchanged", `It is ${status} already.`);
  }
}

/** Whether money left for it. */
function isMoney({ outcome }: ReportedPayout): boolean {
  return outcome === "paid" || outcome === "returned";
}

/** The money that moved must be the payout's: null where it is, or where the file does not say. */
function differenceIn({ amount, currency }: ReportedPayout, payout: PayoutRow): string | null {
  const own = decimalAmount(payout.amount_cents, payout.currency);
  if (currency !== null && currency.toUpperCase() !== payout.currency) {
    return `The file says ${currency} and the payout is in ${payout.currency}.`;
  }
  if (amount === null || isAmount(amount, own)) return null;
  return `The file says ${amount} and the payout is of ${own} ${payout.currency}.`;
}

const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^\d+(?:\.\d+)?$/;

/** As tools write it: with a sign, grouped, with a comma for the point, with places that are nought. */
function isAmount(written: string, own: string): boolean {
  const plain = written.replaceAll(/[\s\u2212+-]/g, "");
  const readings = [plain, plain.replaceAll(/[.,]/g, (sign) => (sign === "." ? "," : "."))];
  return readings.some((one) => grouped.test(one) && trimmed(one.replaceAll(",", "")) === trimmed(own));
}

function trimmed(decimal: string): string {
  const digits = decimal.replace(/^0+(?=\d)/, "");
  return digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
}

function withinLimit(judged: readonly Judged[]): readonly Judged[] {
  let items = 0;
  return judged.map((one) => {
    if (one.become === null) return one;
    items += one.payout?.item_count ?? 0;
    if (items <= itemsPerCallMax) return one;
    return { ...one, become: null, result: "fault", message: "It is beyond what one call takes: give the file again." };
  });
}

function lineOf({ reported, payout, result, message }: Judged): ResultLine {
  const { line, payoutId: payout_id } = reported;
  const { partner_id = null, amount_cents = null, currency = null } = payout ?? {};
  return { line, payout_id, partner_id, amount_cents, currency, result, message };
}

function faultLine({ line, message }: LineFault): ResultLine {
  const unknown = { payout_id: null, partner_id: null, amount_cents: null, currency: null } as const;
  return { line, ...unknown, result: "fault", message: `The line ${message}` };
}

async function findItems(
  session: Session,
  programId: number,
  judged: readonly Judged[],
): Promise<ReadonlyMap<number, readonly PaidItem[]>> {
  const ids = judged.map(({ reported }) => reported.payoutId);
  const items = ids.length === 0 ? [] : await session.query<Item>(itemsStatement, [programId, ids]);
  const byPayout = Map.groupBy(items, ({ payout_id }) => payout_id);
  return new Map(
    [...byPayout].map(([id, of]) => [id, of.map(({ sale_id, amount_cents }) => ({ sale_id, amount_cents }))]),
  );
}

/** What came back without having been said to be paid was paid first. */
function eventsOf({ reported, payout, become }: Judged, items: readonly PaidItem[], tool: ResultTool): EventData[] {
  if (become === null || payout === undefined) return [];
  const { payoutId: payout_id, reference, reason } = reported;
  const { partner_id, currency } = payout;
  const sale_ids = items.map(({ sale_id }) => sale_id);
  const paid = { type: "payout_recorded", payout_id, partner_id, currency, items, method: tool, reference } as const;
  switch (become) {
    case "paid":
      return [paid];
    case "cancelled":
      return [{ type: "payout_cancelled", payout_id, sale_ids, reason }];
    case "returned": {
      const returned = { type: "payout_returned", payout_id, sale_ids, reason } as const;
      return payout.status === "created" ? [paid, returned] : [returned];
    }
  }
}
