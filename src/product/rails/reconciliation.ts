// A provider's own list of a day against our payouts: each difference is named, and nothing is changed. A payout that the list lacks is
// looked up by its id first, since days end at another time there.
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { PayoutStatus } from "../../core/rules/rows/payout-rows.ts";
import { type Currency, currencies } from "../../core/vocabulary/money/currencies.ts";
import { decimalAmount } from "../../core/vocabulary/money/money.ts";
import type { RailName } from "../../core/vocabulary/money/payout-rails.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { OpenRail, RailLine, RailState } from "./apis/rail.ts";
import { type RailClient, RailUnreachable } from "./apis/rail-client.ts";
import { clientOf, findRail, type RailUrls } from "./settings.ts";

export const looksMax = 100;
/** A provider that answers slowly must not hold the call for minutes. */
const lookMillisecondsMax = 30_000;
const timeoutMilliseconds = 10_000;

export const differenceKinds = [
  "missing_here",
  "missing_there",
  "twice_there",
  "other_amount",
  "other_state",
  "not_compared",
] as const;

export type Difference = {
  readonly kind: (typeof differenceKinds)[number];
  readonly payout_id: number | null;
  readonly rail_id: string | null;
  readonly message: string;
};

export type Reconciliation = {
  readonly is_sandbox: boolean;
  /** Null where the provider's list was read. */
  readonly reason: string | null;
  readonly listed_count: number;
  readonly payout_count: number;
  readonly differences: readonly Difference[];
};

/** Attempts of the day, and all that a line of the list may be about: by the provider's ids, and those whose id is not known. */
const attemptsStatement: Statement = {
  name: "payout_attempts_to_reconcile",
  text: `select a.payout_id, a.attempt, a.key, a.rail_id, p.attempt = a.attempt as is_last, p.status, p.reference,
                p.amount_cents, p.currency, (a.committed_at at time zone 'UTC')::date = $4::date as is_of_day
           from payout_attempt a
           join payout p on p.program_id = a.program_id and p.payout_id = a.payout_id
          where a.program_id = $1 and a.rail = $2 and a.is_sandbox = $3
            and ((a.committed_at at time zone 'UTC')::date = $4::date
                 or a.rail_id is null or a.rail_id = any($5::text[]) or p.reference = any($5::text[]))
          order by a.payout_id, a.attempt`,
};

type Row = {
  readonly payout_id: number;
  readonly attempt: number;
  readonly key: string;
  readonly rail_id: string | null;
  readonly is_last: boolean;
  readonly status: PayoutStatus;
  readonly reference: string | null;
  readonly amount_cents: number;
  readonly currency: Currency;
  readonly is_of_day: boolean;
};

/** What may be here where the provider says this. */
const fits: Readonly<Record<RailState, readonly PayoutStatus[]>> = {
  sent: ["sending", "sent", "unclaimed"],
  unclaimed: ["sending", "sent", "unclaimed"],
  paid: ["paid"],
  failed: ["created", "failed", "returned", "cancelled"],
  returned: ["failed", "returned"],
};

type Parts = { readonly database: Database; readonly secrets: Secrets; readonly urls: RailUrls };
type Which = { readonly programId: number; readonly rail: RailName; readonly day: string };

/** Null where the provider has no credentials. */
export async function reconcilePayouts(
  { database, secrets, urls }: Parts,
  { programId, rail, day }: Which,
): Promise<Reconciliation | null> {
  const usable = await database.withSession((session) => findRail(session, secrets, { programId, rail }));
  if (usable === null) return null;
  const { api, isSandbox: is_sandbox } = usable;
  const client = clientOf(usable, urls, { timeoutMilliseconds });
  let lines: readonly RailLine[];
  try {
    lines = await api.list(client, day);
  } catch (error) {
    if (!(error instanceof RailUnreachable)) throw error;
    return { is_sandbox, reason: error.message, listed_count: 0, payout_count: 0, differences: [] };
  }
  const railIds = lines.map(({ railId }) => railId);
  const rows = await database.withSession((session) =>
    session.query<Row>(attemptsStatement, [programId, rail, is_sandbox, day, railIds]),
  );
  const { differences, listed } = compareLines(api, lines, rows);
  const unlisted = rows.filter((row) => row.is_of_day && row.is_last && !listed.has(row) && isExpected(row));
  const looked = await lookUpAll(api, client, unlisted);
  const payouts = new Set([...listed, ...unlisted].map(({ payout_id }) => payout_id));
  return {
    ...{ is_sandbox, reason: null, listed_count: lines.length, payout_count: payouts.size },
    differences: [...differences, ...looked],
  };
}

function compareLines(
  api: OpenRail,
  lines: readonly RailLine[],
  rows: readonly Row[],
): { readonly differences: Difference[]; readonly listed: ReadonlySet<Row> } {
  const differences: Difference[] = [];
  const listed = new Set<Row>();
  const byKey = new Map(rows.map((row) => [api.keyThere(row.key), row]));
  const byRailId = rowsByRailId(rows);
  for (const line of lines) {
    const row = (line.key === null ? undefined : byKey.get(line.key)) ?? byRailId.get(line.railId);
    const there = { rail_id: line.railId } as const;
    if (row === undefined) {
      const message = `The provider lists payment ${line.railId}; no payout of this program has it.`;
      differences.push({ kind: "missing_here", payout_id: null, ...there, message });
      continue;
    }
    const of = { payout_id: row.payout_id, ...there };
    if (listed.has(row)) {
      const message = `The provider lists payout ${row.payout_id} more than once: also as payment ${line.railId}.`;
      differences.push({ kind: "twice_there", ...of, message });
      continue;
    }
    listed.add(row);
    if (line.amountCents !== row.amount_cents || line.currency !== row.currency) {
      const here = `${decimalAmount(row.amount_cents, row.currency)} ${row.currency}`;
      const message = `Payout ${row.payout_id} is ${here} here and ${amountThere(line)} there.`;
      differences.push({ kind: "other_amount", ...of, message });
    }
    const state = stateDifference(row, line.state);
    if (state !== null) differences.push({ kind: "other_state", ...of, message: state });
  }
  return { differences, listed };
}

function amountThere({ amountCents, currency }: RailLine): string {
  const known = currencies.find((one) => one === currency);
  return `${amountCents === null || known === undefined ? "another amount" : decimalAmount(amountCents, known)} ${currency}`;
}

/** By the provider's id or the reference that a person recorded; the earliest attempt that has it. */
function rowsByRailId(rows: readonly Row[]): ReadonlyMap<string, Row> {
  const byRailId = new Map<string, Row>();
  for (const row of rows.toReversed()) {
    if (row.reference !== null) byRailId.set(row.reference, row);
    if (row.rail_id !== null) byRailId.set(row.rail_id, row);
  }
  return byRailId;
}

/** An earlier attempt pays nothing any more, however far the payout is now. */
function stateDifference(row: Row, state: RailState | "unknown"): string | null {
  const here = row.is_last ? row.status : "failed";
  if (state !== "unknown" && fits[state].includes(here)) return null;
  const which = row.is_last ? `Payout ${row.payout_id}` : `Attempt ${row.attempt} of payout ${row.payout_id}`;
  return `${which} is ${here} here and ${state === "unknown" ? "in an unclear state" : state} there.`;
}

/** One that was put back or settled without a payment is not in the provider's list. */
function isExpected({ status, rail_id }: Row): boolean {
  return rail_id !== null || status === "sending" || status === "paid";
}

async function lookUpAll(api: OpenRail, client: RailClient, rows: readonly Row[]): Promise<Difference[]> {
  const differences: Difference[] = [];
  const until = performance.now() + lookMillisecondsMax;
  let looks = 0;
  for (const row of rows) {
    const of = { payout_id: row.payout_id, rail_id: row.rail_id };
    if (row.rail_id === null) {
      const message = `Payout ${row.payout_id} is ${row.status} here, and the provider's list of the day does not have it.`;
      differences.push({ kind: "missing_there", ...of, message });
      continue;
    }
    if (looks === looksMax || performance.now() > until) {
      const message = `The list lacks payout ${row.payout_id}, and one call looks up ${looksMax}, for ${lookMillisecondsMax / 1000} s: look it up there.`;
      differences.push({ kind: "not_compared", ...of, message });
      continue;
    }
    looks += 1;
    const order = {
      ...{ payoutId: row.payout_id, attempt: row.attempt, key: row.key, amountCents: row.amount_cents },
      ...{ currency: row.currency, recipient: null, railId: row.rail_id, firstRequestAt: null },
    };
    const answer = await api.look(client, order);
    if (answer.kind !== "state") {
      const message = `The list lacks payout ${row.payout_id}, and its look-up is not clear: ${answer.reason}`;
      differences.push({ kind: "missing_there", ...of, message });
      continue;
    }
    const message = stateDifference(row, answer.state);
    if (message !== null) differences.push({ kind: "other_state", ...of, message });
  }
  return differences;
}
