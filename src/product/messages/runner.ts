// Works for one endpoint in rounds: creates messages from the log, a bounded number ahead, and sends due ones, for a bounded time. Messages
// about one object are sent one after the other; others in parallel. While nothing succeeds only a few are tried, so that a dead endpoint
// costs little, and none of its messages uses up its attempts.
import type { Logger } from "pino";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { type EndpointRow, messagesFor, wantsClicks, wantsCorrections } from "../endpoints/endpoint.ts";
import type { LogRanges } from "./announcing/log-ranges.ts";
import { announceCorrection, type Correction } from "./corrections.ts";
import { requestOf } from "./request.ts";
import { endpointWaitSeconds, secondsAsked, secondsToNextAttempt } from "./retry-plan.ts";
import type { Sender, Sent } from "./sender.ts";
import type { Attempt, DueMessage, EndpointKey, OutboundStore } from "./store.ts";

const eventsPerRange = 500;
/** Made and not ended; while nothing arrives there are fewer. */
const waitingMax = 10_000;
const waitingWhileFailingMax = 1_000;
const sentPerRound = 100;
const triedWhileFailing = 3;
/** Requests under way to one endpoint. */
const atOnceMax = 8;
/** After so long a round begins no further message: others wait for its place. What is under way is waited for. */
const roundMilliseconds = 2_000;
const eventsPerRangeWhileBusy = 100;

const gone = 410;
/** Says nothing about the message: gone, too many requests, and what a proxy answers for a receiver that is not there. */
const ofTheReceiver: ReadonlySet<number> = new Set([gone, 429, 502, 503, 504]);

export type RunnerParts = {
  readonly store: OutboundStore;
  readonly ranges: LogRanges;
  readonly secrets: Secrets;
  readonly sender: Sender;
  readonly log: Logger;
  readonly isBusy: () => boolean;
  readonly onPaused?: (endpoint: EndpointKey, because: string) => Promise<void>;
};

/** No further message is started; and none is awaited any longer. */
type Signals = { readonly stop: AbortSignal; readonly breakOff: AbortSignal };
type Result = { readonly message: DueMessage; readonly sent: Sent };

export class EndpointRunner {
  readonly #parts: RunnerParts;
  readonly #key: EndpointKey;
  readonly #workspaceId: number;

  constructor(parts: RunnerParts, key: EndpointKey, workspaceId: number) {
    this.#parts = parts;
    this.#key = key;
    this.#workspaceId = workspaceId;
  }

  /** Answers whether there may be more to do now. */
  async round(stop: AbortSignal, breakOff: AbortSignal): Promise<boolean> {
    // Read again for each round: what its owner changes counts at once.
    const endpoint = await this.#parts.store.lease(this.#key);
    if (endpoint === undefined) return false;
    const hasMade = await this.#make(endpoint);
    const due = await this.#parts.store.findDue(this.#key, endpoint.failures > 0 ? triedWhileFailing : sentPerRound);
    if (due.length > 0) await this.#send(endpoint, due, { stop, breakOff });
    return hasMade || due.length > 0;
  }

  /** True where the endpoint's place in the log, or among corrections, moved. */
  async #make(endpoint: EndpointRow): Promise<boolean> {
    const { store, ranges } = this.#parts;
    const bound = endpoint.failures > 0 ? waitingWhileFailingMax : waitingMax;
    if ((await store.countWaiting(this.#key, bound)) >= bound) return false;
    const { correction } = endpoint;
    if (correction !== null && endpoint.position >= correction.seq) return this.#correct(endpoint, correction);
    const announced = await ranges.read({
      programId: endpoint.program_id,
      afterSeq: endpoint.position,
      eventsMax: this.#parts.isBusy() ? eventsPerRangeWhileBusy : eventsPerRange,
      withClicks: wantsClicks(endpoint),
      toSeqMax: correction?.seq,
    });
    if (announced === null) return false;
    const made = await store.make(endpoint, announced.toSeq, messagesFor(endpoint, announced.announcements));
    return made !== null;
  }

  async #correct(endpoint: EndpointRow, correction: Correction): Promise<boolean> {
    const { store } = this.#parts;
    const rows = wantsCorrections(endpoint) ? await store.readCorrected(endpoint, correction, eventsPerRange) : [];
    const isAll = rows.length < eventsPerRange;
    const to = isAll ? correction.last_change_id : (rows.at(-1)?.change_id ?? correction.last_change_id);
    const announced = rows.map((row) => announceCorrection(endpoint.program_id, correction.run_id, row));
    return (await store.makeCorrected(endpoint, to, messagesFor(endpoint, announced))) !== null;
  }

  async #send(endpoint: EndpointRow, due: readonly DueMessage[], { stop, breakOff }: Signals): Promise<void> {
    const results: Result[] = [];
    const queue = [...due];
    const { sender, secrets } = this.#parts;
    const isOver = AbortSignal.any([stop, AbortSignal.timeout(roundMilliseconds)]);
    const work = async (): Promise<void> => {
      while (queue.length > 0) {
        const giveBack = await sender.turn(this.#workspaceId, isOver);
        if (giveBack === null) return;
        try {
          const message = queue.shift();
          if (message === undefined) return;
          const sent = await sender.send(await requestOf(secrets, endpoint, message, new Date()), breakOff);
          // What was broken off says nothing about the receiver.
          if (!breakOff.aborted || sent.isAccepted || sent.status !== null) results.push({ message, sent });
        } finally {
          giveBack();
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnceMax, due.length) }, work));
    if (results.length > 0) await this.#record(endpoint, results);
  }

  async #record(endpoint: EndpointRow, results: readonly Result[]): Promise<void> {
    const { store } = this.#parts;
    const attempts = results.map(attemptOf);
    await store.record(this.#key, attempts);
    if (attempts.some(({ status }) => status === "delivered")) {
      await store.noteHealthy(this.#key);
      return;
    }
    const asked = Math.max(0, ...results.map(({ sent }) => secondsAsked(sent.retryAfter, new Date()) ?? 0));
    const rest = endpointWaitSeconds(endpoint.failures + 1, Math.random());
    const waitSeconds = isOfAll(results) ? Math.max(asked, rest) : 0;
    const isDead = await store.noteFailing(this.#key, waitSeconds);
    if (results.some(({ sent }) => sent.status === gone)) await this.#pause("It answered 410 Gone.");
    else if (isDead) await this.#pause("Nothing arrived there for two days.");
  }

  async #pause(because: string): Promise<void> {
    if (!(await this.#parts.store.pause(this.#key, because))) return;
    this.#parts.log.warn({ ...this.#key, because }, "an endpoint was paused");
    await this.#parts.onPaused?.(this.#key, because);
  }
}

/** Or of a message alone, which has a wait of its own: what comes after it must not wait for it. */
function isOfAll(results: readonly Result[]): boolean {
  return (
    results.length >= triedWhileFailing ||
    results.some(({ sent: { status } }) => status === null || ofTheReceiver.has(status))
  );
}

function attemptOf({ message, sent }: Result): Attempt {
  const { isAccepted, milliseconds, status: status_code, fault, response } = sent;
  const wait_seconds = isAccepted
    ? null
    : secondsToNextAttempt({
        attempts: message.attempts + 1,
        askedSeconds: secondsAsked(sent.retryAfter, new Date()),
        chance: Math.random(),
      });
  const otherwise = wait_seconds === null ? "failed" : "pending";
  const status = isAccepted ? "delivered" : otherwise;
  return { message_no: message.message_no, status, milliseconds, status_code, fault, response, wait_seconds };
}
