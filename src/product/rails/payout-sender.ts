// Sends what was handed over, and asks what became of it: a recurring job. The key of a payment was committed before; here each request
// that could pay is announced in its own commit first, so that after a crash the same key is repeated and never another one.
import type { Logger } from "pino";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { PayoutStatus } from "../../core/rules/rows/payout-rows.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { openRecipient } from "../payouts/recipients-list.ts";
import type { PayoutOrder, RailAnswer } from "./apis/rail.ts";
import type { Exchange } from "./apis/rail-client.ts";
import { type Attempt, type AttemptKey, beginCreate, claimAttempt, findDue } from "./attempts.ts";
import { concludeTurn } from "./conclude-change.ts";
import { clientOf, findRail, type RailUrls, type UsableRail } from "./settings.ts";

const runMillisecondsMax = 60_000;
const millisecondsPerHour = 3_600_000;

/** Between two of these a process may end at any time. */
export const senderSteps = ["claimed", "announced", "asked", "concluded"] as const;
export type SenderStep = (typeof senderSteps)[number];

export type SenderParts = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly urls: RailUrls;
  readonly log: Pick<Logger, "warn" | "error">;
  /** For tests alone: throws where the process is to end. */
  readonly at?: (step: SenderStep) => void;
  readonly timeoutMilliseconds?: number;
};

const payoutStatement: Statement = {
  name: "payout_to_send",
  text: "select partner_id, currency, amount_cents, status from payout where program_id = $1 and payout_id = $2",
};

const recipientStatement: Statement = {
  name: "recipient_of_payout",
  text: "select recipient_encrypted from payout_recipient where program_id = $1 and partner_id = $2",
};

type PayoutToSend = {
  readonly partner_id: number;
  readonly currency: Currency;
  readonly amount_cents: number;
  readonly status: PayoutStatus;
};

/** Answers how many attempts had their turn. A fault of one leaves the others alone. */
export async function runSender(parts: SenderParts, stop?: AbortSignal): Promise<number> {
  const over = AbortSignal.any([AbortSignal.timeout(runMillisecondsMax), ...(stop === undefined ? [] : [stop])]);
  let turns = 0;
  for (const key of await findDue(parts.database)) {
    if (over.aborted) break;
    try {
      if (await takeTurn(parts, key)) turns += 1;
    } catch (error) {
      const { program_id, payout_id } = key;
      parts.log.error({ err: error, program_id, payout_id }, "a payout could not be looked at; it is again in minutes");
    }
  }
  return turns;
}

async function takeTurn(parts: SenderParts, key: AttemptKey): Promise<boolean> {
  const { database, log } = parts;
  const attempt = await claimAttempt(database, key);
  if (attempt === undefined) return false;
  parts.at?.("claimed");
  const asked = await askRail(parts, attempt);
  if (asked === null) return false;
  parts.at?.("asked");
  const { note, conclusion } = await concludeTurn(database, { attempt, ...asked });
  if (note.isUnclear) {
    const { program_id, payout_id } = attempt;
    log.warn({ program_id, payout_id, rail: attempt.rail, conclusion }, "what became of a payout is not clear");
  }
  parts.at?.("concluded");
  return true;
}

type Asked = {
  readonly answer: RailAnswer;
  readonly exchanges: readonly Exchange[];
  readonly requestId: number | null;
  readonly isLast: boolean;
};

/** Null where another process has it now. */
async function askRail(parts: SenderParts, attempt: Attempt): Promise<Asked | null> {
  const { payout, recipient, usable } = await readParts(parts, attempt);
  if (usable === null) return unasked(`No credentials are set for ${attempt.rail}.`);
  if (usable.isSandbox !== attempt.is_sandbox) {
    return unasked(
      `The credentials for ${attempt.rail} are now for ${usable.isSandbox ? "the sandbox" : "live payments"}.`,
    );
  }
  const { payout_id: payoutId, attempt: number, key, rail_id: railId } = attempt;
  const { amount_cents: amountCents, currency } = payout;
  const order: PayoutOrder = {
    ...{ payoutId, attempt: number, key, amountCents, currency, recipient, railId },
    firstRequestAt: attempt.first_request_at,
  };
  const isNew = railId === null && payout.status === "sending";
  if (isNew && isKeyStale(usable, attempt)) {
    const fault =
      "The provider may have forgotten the key, so it is not sent again: look there, then record the result.";
    return { ...unasked(fault), isLast: true };
  }
  const requestId = isNew ? await beginCreate(parts.database, attempt) : null;
  if (isNew && requestId === null) return null;
  parts.at?.("announced");
  const options = parts.timeoutMilliseconds === undefined ? {} : { timeoutMilliseconds: parts.timeoutMilliseconds };
  const client = clientOf(usable, parts.urls, options);
  const answer = isNew ? await usable.api.create(client, order) : await usable.api.look(client, order);
  return { answer, exchanges: client.exchanges, requestId, isLast: false };
}

function unasked(reason: string): Asked {
  return { answer: { kind: "unsent", reason }, exchanges: [], requestId: null, isLast: false };
}

function isKeyStale({ api }: UsableRail, { first_request_at: first, claimed_at: now }: Attempt): boolean {
  if (first === null || api.keyHeldHours === null) return false;
  return now.getTime() - first.getTime() > api.keyHeldHours * millisecondsPerHour;
}

function readParts({ database, secrets }: SenderParts, { program_id: programId, payout_id, rail }: Attempt) {
  return database.withSession(async (session: Session) => {
    const [payout] = await session.query<PayoutToSend>(payoutStatement, [programId, payout_id]);
    if (payout === undefined) throw new Error(`program ${programId} has no payout ${payout_id}`);
    const partnerId = payout.partner_id;
    const [row] = await session.query<{ recipient_encrypted: Buffer }>(recipientStatement, [programId, partnerId]);
    const recipient =
      row === undefined ? null : openRecipient(secrets, { programId, partnerId }, row.recipient_encrypted);
    return { payout, recipient, usable: await findRail(session, secrets, { programId, rail }) };
  });
}
