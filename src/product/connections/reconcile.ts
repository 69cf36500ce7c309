// Reconciling: asking a provider for the deliveries that never arrived, by command or, for every connection with an API key,
// every hour. It guarantees that a provider's event is recorded once, however often it is asked for and by how many processes,
// and that a run which ends early says why and loses nothing.
// It never asks for more than the provider keeps, and never again for what it has asked for, but for an hour's overlap.

import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { addDays } from "../../core/rules/time.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Batcher } from "../../engine/recording/batcher.ts";
import {
  claimProviderAccount,
  findProviderAccount,
  noteReconcileEnd,
  type ProviderAccount,
} from "./provider-accounts.ts";
import type { Asking } from "./provider-apis/ask.ts";
import { AskRefused } from "./provider-apis/ask-failed.ts";
import { type Asker, askingOf, type Instead, patientRun, promptCall } from "./provider-apis/asking.ts";
import { eventSources } from "./provider-apis/event-sources.ts";
import type { EventSource } from "./provider-apis/provider-api.ts";
import { type Counts, startTally } from "./reconcile/reconcile-tally.ts";
import { type Asked, type Missing, runReconciliation } from "./reconcile/run-reconcile.ts";

const millisecondsPerMinute = 60_000;
/** An event can be listed a while after its time. */
const overlapMinutes = 60;
/** The schedule leaves the youngest events to the webhooks that are on their way. */
const youngestMinutes = 10;
/** Shorter than the hour between two runs: a process that ended in the middle does not keep an account from the next. */
const turnSeconds = 50 * 60;
const missingListedMax = 1000;
const checkTimeoutMilliseconds = 10_000;

export const reconcilableProviders: readonly string[] = [...eventSources.keys()];

export type ReconcileReport = {
  readonly connection_id: number;
  readonly program_id: number;
  readonly provider: string;
  readonly is_dry_run: boolean;
  /** False when it ended early; `fault` says why, and null there means that it was stopped. */
  readonly is_complete: boolean;
  readonly since: Date;
  readonly until: Date;
  readonly counts: Counts;
  readonly types: { readonly [type: string]: Counts };
  /** The first of what was missing. */
  readonly missing: readonly Missing[];
  readonly fault: string | null;
};

/** `coveredUntil` is null while only what was not delivered is asked for. */
export type ReconcileProgress = Omit<Asked, "isFromTheBeginning"> & {
  readonly counts: Counts;
  readonly coveredUntil: Date | null;
};

export type ReconcileRequest = {
  /** Null goes on where the last run ended. */
  readonly since: Date | null;
  readonly isDryRun: boolean;
  readonly stop: AbortSignal;
  readonly onProgress?: (progress: ReconcileProgress) => void;
};

export type KeyCheck =
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly reason: string }
  /** The provider could not be asked. */
  | { readonly kind: "unknown"; readonly reason: string };

export type Reconciliation = {
  /** Undefined when there is no active connection with an API key. */
  reconcile(connectionId: number, request: ReconcileRequest): Promise<ReconcileReport | undefined>;
  /** Every account that is due, one after the other; the faults of one keep no other waiting. */
  runDue(stop: AbortSignal, onReport: (report: ReconcileReport) => void): Promise<void>;
};

export type ReconciliationParts = {
  readonly database: Database;
  readonly batcher: Batcher;
  readonly secrets: Secrets;
  readonly now: () => number;
  readonly instead?: Instead;
};

export function openReconciliation(parts: ReconciliationParts): Reconciliation {
  const { database, now } = parts;
  return {
    async reconcile(connectionId, request) {
      const account = await findProviderAccount(database, connectionId);
      return account === undefined ? undefined : runOne(parts, account, request, new Date(now()));
    },
    async runDue(stop, onReport) {
      while (!stop.aborted) {
        const account = await claimProviderAccount(database, reconcilableProviders, turnSeconds);
        if (account === undefined) return;
        const until = new Date(now() - youngestMinutes * millisecondsPerMinute);
        onReport(await runOne(parts, account, { since: null, isDryRun: false, stop }, until));
      }
    },
  };
}

/** Whether the provider lists its events to this key. */
export async function checkApiKey(
  { provider, livemode, apiKey }: Asker,
  until: Date,
  instead: Instead = {},
): Promise<KeyCheck> {
  const stop = AbortSignal.timeout(checkTimeoutMilliseconds);
  try {
    const source = sourceOf(provider);
    const patient = askingFor(source, { provider, livemode, apiKey }, stop, instead);
    const asking = { ...patient, patience: promptCall };
    const window = { from: new Date(until.getTime() - millisecondsPerMinute), until };
    for await (const _ of source.everything(asking, window)) break;
    return { kind: "accepted" };
  } catch (error) {
    if (error instanceof AskRefused) return { kind: "refused", reason: error.message };
    return { kind: "unknown", reason: stop.aborted ? "The provider did not answer in time." : reasonOf(error) };
  }
}

async function runOne(
  parts: ReconciliationParts,
  account: ProviderAccount,
  request: ReconcileRequest,
  until: Date,
): Promise<ReconcileReport> {
  const { isDryRun, stop } = request;
  const source = sourceOf(account.provider);
  const window = windowOf(source, account, request.since, until);
  const tally = startTally();
  const missing: Missing[] = [];
  let coveredUntil: Date | null = null;
  let fault: string | null = null;
  let isComplete = false;
  try {
    const apiKey = parts.secrets.decrypt(placeIn("provider_account", account.connectionId), account.apiKeyEncrypted);
    const asking = askingFor(source, { ...account, apiKey }, stop, parts.instead);
    await runReconciliation(parts, {
      ...{ account, source, window, asking, isDryRun, stop, tally },
      onMissing: (one) => void (missing.length < missingListedMax && missing.push(one)),
      onPage: (covered) => {
        coveredUntil = covered ?? coveredUntil;
        request.onProgress?.({ ...window, counts: tally.counts, coveredUntil });
      },
    });
    isComplete = true;
  } catch (error) {
    if (!stop.aborted) fault = reasonOf(error);
  }
  if (!isDryRun && !stop.aborted) await noteReconcileEnd(parts.database, account.connectionId, fault);
  return {
    connection_id: account.connectionId,
    program_id: account.programId,
    provider: account.provider,
    is_dry_run: isDryRun,
    is_complete: isComplete,
    since: window.from,
    until,
    counts: tally.counts,
    types: tally.byType,
    missing,
    fault,
  };
}

/** From where the last run ended, or from the oldest event the provider still has. */
function windowOf(source: EventSource, account: ProviderAccount, since: Date | null, until: Date): Asked {
  const oldest = addDays(until, -source.retentionDays);
  const { reconciledUntil } = account;
  const wished =
    since ??
    (reconciledUntil && new Date(reconciledUntil.getTime() - overlapMinutes * millisecondsPerMinute)) ??
    oldest;
  const isFromTheBeginning = wished <= oldest;
  return { from: isFromTheBeginning ? oldest : wished, until, isFromTheBeginning };
}

function askingFor(source: EventSource, asker: Asker, stop: AbortSignal, instead: Instead = {}): Asking {
  const { permission } = source;
  return askingOf(asker, { permission, purpose: "list events", patience: patientRun, stop, instead });
}

function sourceOf(provider: string): EventSource {
  const source = eventSources.get(provider);
  if (source === undefined) throw new Error(`${provider} cannot be asked for its events`);
  return source;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
