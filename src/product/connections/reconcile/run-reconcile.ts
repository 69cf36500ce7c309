// One run for one account: the provider's lists, page by page, and what is missing of them recorded as its webhook would be.
// The authenticated answer of the provider's own API replaces the signature; everything after it is the path of a delivery,
// so a duplicate is found here as anywhere. A run may end anywhere: what it recorded stays, and the next goes on.
import { adaptersByProvider } from "../../../../adapters/registry.ts";
import type { Secrets } from "../../../access/secrets/secrets.ts";
import { findRecordedKeys } from "../../../engine/log/append.ts";
import type { Database } from "../../../engine/postgres/database.ts";
import type { Batcher } from "../../../engine/recording/batcher.ts";
import { deliverySubmission } from "../../../engine/recording/deliveries.ts";
import type { Submission } from "../../../engine/recording/submission.ts";
import { noteReconciled, type ProviderAccount } from "../provider-accounts.ts";
import type { Asking } from "../provider-apis/ask.ts";
import { AskRefused } from "../provider-apis/ask-failed.ts";
import type { EventList, EventSource, Window } from "../provider-apis/provider-api.ts";
import type { Tally } from "./reconcile-tally.ts";

/** Kept where a webhook's signature would be: who vouches for these bytes. */
const receivedBy = { "content-type": "application/json", "x-svc-received-by": "reconcile" };

/** Events of the first list that the second one is not to count again; beyond, they count as known. */
const rememberedMax = 100_000;
/** Events that are completed at the same time. */
const completedAtOnce = 4;

/** `isFromTheBeginning`: the provider keeps nothing older. */
export type Asked = Window & { readonly isFromTheBeginning: boolean };

export type Run = {
  readonly account: ProviderAccount;
  readonly source: EventSource;
  readonly window: Asked;
  readonly isDryRun: boolean;
  readonly asking: Asking;
  readonly stop: AbortSignal;
  readonly tally: Tally;
  /** An event that was not known. */
  readonly onMissing: (missing: Missing) => void;
  readonly onPage: (coveredUntil: Date | null) => void;
};

export type Missing = {
  readonly provider_event_id: string | null;
  readonly provider_event_type: string | null;
  /** Null where it was only looked at. */
  readonly event_id: number | null;
  readonly outcome: string | null;
};

type Parts = { readonly database: Database; readonly batcher: Batcher; readonly secrets: Secrets };

export async function runReconciliation(parts: Parts, run: Run): Promise<void> {
  const remembered = new Set<string>();
  const { undelivered } = run.source;
  if (undelivered !== null) await readList(parts, run, { list: undelivered, remembered, remembers: true });
  await readList(parts, run, { list: run.source.everything, remembered, remembers: false });
  await noteCovered(parts, run, run.window.until);
}

type Listed = { readonly event: unknown; readonly submission: Submission };

type Reading = {
  readonly list: EventList;
  readonly remembered: Set<string>;
  readonly remembers: boolean;
};

async function readList(parts: Parts, run: Run, { list, remembered, remembers }: Reading): Promise<void> {
  for await (const page of list(run.asking, run.window)) {
    run.stop.throwIfAborted();
    const listed = new Map<string, Listed>();
    for (const event of page.events) {
      const submission = submissionOf(parts, run, event);
      const key = keyOf(submission);
      if (!remembered.has(key)) listed.set(key, { event, submission });
    }
    await takeIn(parts, run, [...listed.values()]);
    if (remembers) for (const key of listed.keys()) if (remembered.size < rememberedMax) remembered.add(key);
    run.onPage(page.coveredUntil);
    if (page.coveredUntil !== null) await noteCovered(parts, run, page.coveredUntil);
  }
}

/** A run that is killed goes on from here. */
async function noteCovered({ database }: Parts, { account, window, isDryRun }: Run, until: Date): Promise<void> {
  if (!isDryRun) await noteReconciled(database, account.connectionId, { ...window, until });
}

/** The bytes that are kept are this one event as JSON, since the provider gave it among others. */
function submissionOf({ secrets }: Parts, { account, source, asking }: Run, event: unknown): Submission {
  const adapter = adaptersByProvider.get(account.provider);
  if (adapter === undefined) throw new Error(`there is no adapter for ${account.provider}`);
  const body = Buffer.from(JSON.stringify(event));
  const reading = adapter.normalise({ body, headers: receivedBy }, account);
  if (!source.mixesModes && reading.livemode !== null && reading.livemode !== account.livemode) {
    throw new AskRefused(
      `${asking.name} listed an event of ${reading.livemode ? "live" : "test"} mode, but this connection is one for ${
        account.livemode ? "live payments" : "tests"
      }: its API key is of the other mode.`,
    );
  }
  return deliverySubmission({ adapter, connection: account, reading, secrets }, { body, headers: receivedBy });
}

function keyOf({ event }: Submission): string {
  if (event.dedupKey === null) throw new Error("a delivery needs a key");
  return event.dedupKey;
}

/** Only what is missing is handed on, in its order; what arrived in between is a duplicate, like any other delivery. */
async function takeIn(parts: Parts, run: Run, listed: readonly Listed[]): Promise<void> {
  const events = listed.map(({ submission }) => submission.event);
  const recorded = await parts.database.withSession((session) => findRecordedKeys(session, events));
  const known = new Set(recorded.map((one) => one.dedup_key));
  const missing: Listed[] = [];
  for (const one of listed) {
    if (known.has(keyOf(one.submission))) run.tally.known(typeOf(one.submission));
    else missing.push(one);
  }
  if (run.isDryRun) for (const { submission } of missing) reportMissing(run, submission, null);
  else await record(parts, run, await completed(parts, run, missing));
}

async function completed(parts: Parts, run: Run, missing: readonly Listed[]): Promise<readonly Submission[]> {
  const { asking, source, stop } = run;
  const { complete } = source;
  if (complete === undefined) return missing.map(({ submission }) => submission);
  const submissions: Submission[] = [];
  for (let start = 0; start < missing.length; start += completedAtOnce) {
    stop.throwIfAborted();
    const few = missing.slice(start, start + completedAtOnce);
    const events = await Promise.all(few.map(({ event }) => complete(asking, event)));
    submissions.push(...events.flat().map((event) => submissionOf(parts, run, event)));
  }
  return submissions;
}

async function record({ batcher }: Parts, run: Run, missing: readonly Submission[]): Promise<void> {
  const results = await Promise.allSettled(missing.map((submission) => batcher.submit(submission)));
  for (const [index, settled] of results.entries()) {
    const submission = missing[index];
    if (submission === undefined) throw new Error("a submission was left without a result");
    if (settled.status === "rejected") throw settled.reason;
    const result = settled.value;
    if (result.kind === "told_before") run.tally.known(typeOf(submission));
    else if (result.kind !== "concluded") throw new Error(`a delivery cannot end as ${result.kind}`);
    else reportMissing(run, submission, { eventId: result.eventId, outcome: result.conclusion.outcome });
  }
}

type Became = { readonly eventId: number | null; readonly outcome: Parameters<Tally["missing"]>[1] };

function reportMissing(run: Run, submission: Submission, became: Became | null): void {
  run.tally.missing(typeOf(submission), became?.outcome ?? null);
  run.onMissing({
    provider_event_id: submission.delivery?.providerEventId ?? null,
    provider_event_type: typeOf(submission),
    event_id: became?.eventId ?? null,
    outcome: became?.outcome ?? null,
  });
}

function typeOf({ delivery }: Submission): string | null {
  return delivery?.providerEventType ?? null;
}
