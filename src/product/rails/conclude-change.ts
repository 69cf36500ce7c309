// An answer of a payment provider becomes events and the attempt's next step, in one transaction under the program's lock.
import type { PaidItem } from "../../core/rules/events/events.ts";
import type { PayoutRow } from "../../core/rules/rows/payout-rows.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import type { RailAnswer } from "./apis/rail.ts";
import type { Exchange } from "./apis/rail-client.ts";
import { type Attempt, addLook, endRequest, type Note, noteAttempt } from "./attempts.ts";
import { railSubmission } from "./rail-submission.ts";
import { eventsOfAnswer, eventsOfRefusal } from "./recorded-answers.ts";
import { retrySeconds, secondsToNextLook } from "./rhythm.ts";

const payoutStatement: Statement = {
  name: "payout_of_attempt",
  text: "select * from payout where program_id = $1 and payout_id = $2",
};

const itemsStatement: Statement = {
  name: "items_of_attempt",
  text: "select sale_id, amount_cents from payout_item where program_id = $1 and payout_id = $2 order by sale_id",
};

export type Turn = {
  readonly attempt: Attempt;
  readonly answer: RailAnswer;
  readonly exchanges: readonly Exchange[];
  /** Of a request that could pay, announced before; else null. */
  readonly requestId: number | null;
  /** The key is not sent again: only a person, or the provider by itself, says what became of it. */
  readonly isLast: boolean;
};

export type Outcome = { readonly note: Note; readonly conclusion: string; readonly isContradiction: boolean };

export async function concludeTurn(database: Database, turn: Turn): Promise<Outcome> {
  const { attempt, answer, exchanges, requestId } = turn;
  const { program_id: programId, payout_id: payoutId } = attempt;
  let outcome: Outcome | null = null;
  const decide = async (session: Session) => {
    const [payout] = await session.query<PayoutRow>(payoutStatement, [programId, payoutId]);
    if (payout === undefined) throw new Error(`program ${programId} has no payout ${payoutId}`);
    const items = await session.query<PaidItem>(itemsStatement, [programId, payoutId]);
    const { events, ...concluded } = conclude(turn, payout, items);
    outcome = concluded;
    noteAttempt(session, attempt, concluded.note);
    const { conclusion, note } = concluded;
    if (requestId !== null) endRequest(session, attempt, { requestId, exchanges, conclusion });
    else if (exchanges.length > 0 && (events.length > 0 || note.fault !== attempt.fault)) {
      addLook(session, attempt, { exchanges, conclusion });
    }
    return events.map((data) => railSubmission(programId, data, null));
  };
  // A payout may hold every commission of a large partner.
  await commitDecided(database, programId, decide, { within: "longTransaction" });
  if (outcome === null) throw new Error(`the answer for payout ${payoutId} was not concluded: ${answer.kind}`);
  return outcome;
}

type Concluded = Outcome & { readonly events: ReturnType<typeof eventsOfRefusal> };

function conclude({ attempt, answer, isLast }: Turn, payout: PayoutRow, items: readonly PaidItem[]): Concluded {
  const isOwn = payout.attempt === attempt.attempt && payout.rail === attempt.rail;
  if (!isOwn) return ended("It was handed over again since.");
  switch (answer.kind) {
    case "state": {
      const { events, contradiction } = eventsOfAnswer(payout, items, answer);
      const next = secondsToNextLook(answer.state, attempt);
      const note = {
        railId: answer.railId,
        isUncertain: false,
        fault: contradiction,
        isUnclear: contradiction !== null,
        nextSeconds: contradiction === null ? next : retrySeconds(attempt.fault_count),
      };
      const conclusion = contradiction ?? (answer.reason === null ? answer.state : `${answer.state}: ${answer.reason}`);
      return { events: [...events], note, conclusion, isContradiction: contradiction !== null };
    }
    case "refused":
      if (attempt.is_uncertain) break;
      return {
        ...ended(answer.reason),
        events: eventsOfRefusal(payout, answer.reason),
        conclusion: `refused: ${answer.reason}`,
      };
    case "unsent":
    case "unknown":
      break;
  }
  const isUncertain = attempt.is_uncertain || answer.kind === "unknown";
  const note = {
    railId: null,
    isUncertain,
    fault: answer.reason,
    isUnclear: true,
    nextSeconds: isLast ? null : retrySeconds(attempt.fault_count),
  };
  return { events: [], note, conclusion: `${answer.kind}: ${answer.reason}`, isContradiction: false };
}

function ended(fault: string): Concluded {
  const note = { railId: null, isUncertain: false, fault, isUnclear: false, nextSeconds: null };
  return { events: [], note, conclusion: fault, isContradiction: false };
}
