// Sends the log's messages to subscribed endpoints. It reads after the pipeline: an event is announced only after its commit, and recording
// waits for nothing here. Without endpoints it only checks once a second whether there is one. A process works for some endpoints at once.
// Workspaces take slots in turns, and a slot is returned after one round if another workspace waits: slow or dead endpoints, however many a
// workspace has, delay others by at most one round.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { Database } from "../../engine/postgres/database.ts";
import { FairSlots, type Places } from "../../limits/fair-turns.ts";
import { ProgramWorkspaces } from "../programs/workspaces-read.ts";
import { LogRanges } from "./announcing/log-ranges.ts";
import { EndpointRunner } from "./runner.ts";
import type { Sender } from "./sender.ts";
import { type EndpointKey, OutboundStore } from "./store.ts";

/** For what other processes recorded, and for what is due again. */
const pollMilliseconds = 1_000;
/** After a commit of this process: many share one look. */
const wakeMilliseconds = 15;
const places: Places = { total: 64, perShare: 32 };
/** Found at one check; and taken of one workspace, with those that wait in line. */
const endpointsFoundMax = 512;
const endpointsPerWorkspaceMax = 64;
/** After a round while much is being recorded, for each endpoint that is worked for. */
const busyMilliseconds = 400;
const keepLeaseMilliseconds = 2_000;
/** For answers that are awaited when it stops; what is broken off may have arrived, and is sent again. */
const finishMilliseconds = 2_000;
/** After a fault of ours, so that it is not met at every look. */
const restMilliseconds = 10_000;

export type DispatcherParts = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly sender: Sender;
  readonly log: Logger;
  /** True while so much is being recorded that what goes out has to wait. */
  readonly isBusy: () => boolean;
  readonly onPaused?: (endpoint: EndpointKey, because: string) => Promise<void>;
};

export type Dispatcher = {
  /** Something was committed in this process. Costs nothing where there are no endpoints. */
  committed(): void;
  /** Ends what is under way; what was not sent waits for the next start. */
  stop(): Promise<void>;
};

export function startDispatcher(parts: DispatcherParts): Dispatcher {
  return new RunningDispatcher(parts);
}

class RunningDispatcher implements Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #store: OutboundStore;
  readonly #ranges: LogRanges;
  readonly #workspaces: ProgramWorkspaces;
  readonly #slots = new FairSlots(places);
  readonly #running = new Map<string, Promise<void>>();
  readonly #runningOf = new Map<number, number>();
  readonly #restingUntil = new Map<string, number>();
  readonly #stopping = new AbortController();
  readonly #breakingOff = new AbortController();
  readonly #looking: Promise<void>;
  #hasEndpoints = true;
  #wake: PromiseWithResolvers<void> = Promise.withResolvers();
  #isWoken = false;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#store = new OutboundStore(parts.database, randomUUID());
    this.#ranges = new LogRanges(parts.database.kysely);
    this.#workspaces = new ProgramWorkspaces(parts.database);
    this.#looking = this.#look();
  }

  committed(): void {
    if (!this.#hasEndpoints || this.#isWoken) return;
    this.#isWoken = true;
    this.#wake.resolve();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.resolve();
    const breakOff = setTimeout(() => this.#breakingOff.abort(), finishMilliseconds);
    await this.#looking;
    await Promise.all(this.#running.values());
    clearTimeout(breakOff);
    this.#parts.sender.close();
  }

  async #look(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const { hasEndpoints, endpoints } = await this.#store.findWork(endpointsFoundMax);
        this.#hasEndpoints = hasEndpoints;
        this.#endRests();
        const workspaces = await this.#workspaces.of(endpoints.map(({ program_id }) => program_id));
        for (const endpoint of endpoints) this.#run(endpoint, workspaces.get(endpoint.program_id));
      } catch (error) {
        this.#parts.log.debug({ err: error }, "what goes out could not be looked at");
      }
      await this.#untilNext(signal);
    }
  }

  #endRests(): void {
    for (const [key, until] of this.#restingUntil) if (until <= performance.now()) this.#restingUntil.delete(key);
  }

  async #untilNext(signal: AbortSignal): Promise<void> {
    const timer = new AbortController();
    const poll = sleep(pollMilliseconds, undefined, { signal: timer.signal, ref: false }).catch(() => undefined);
    await Promise.race([this.#wake.promise, poll]);
    timer.abort();
    if (this.#isWoken && !signal.aborted) await sleep(wakeMilliseconds, undefined, { ref: false });
    this.#wake = Promise.withResolvers();
    this.#isWoken = false;
  }

  #run(endpoint: EndpointKey, workspaceId: number | undefined): void {
    const key = `${endpoint.program_id}:${endpoint.endpoint_id}`;
    if (workspaceId === undefined || this.#running.has(key) || this.#restingUntil.has(key)) return;
    const ofWorkspace = this.#runningOf.get(workspaceId) ?? 0;
    if (ofWorkspace >= endpointsPerWorkspaceMax || this.#stopping.signal.aborted) return;
    this.#runningOf.set(workspaceId, ofWorkspace + 1);
    this.#running.set(
      key,
      this.#work(endpoint, key, workspaceId).finally(() => {
        this.#running.delete(key);
        const left = (this.#runningOf.get(workspaceId) ?? 1) - 1;
        if (left > 0) this.#runningOf.set(workspaceId, left);
        else this.#runningOf.delete(workspaceId);
      }),
    );
  }

  /** Turn by turn, while there is something to do. */
  async #work(endpoint: EndpointKey, key: string, workspaceId: number): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const giveBack = await this.#slots.take(workspaceId, this.#stopping.signal);
      if (giveBack === null) return;
      hasMore = await this.#turn(endpoint, key, workspaceId);
      if (hasMore && this.#parts.isBusy()) {
        this.#restingUntil.set(key, performance.now() + busyMilliseconds * this.#slots.taken);
        hasMore = false;
      }
      giveBack();
    }
  }

  /** Answers whether there may be more to do now. */
  async #turn(endpoint: EndpointKey, key: string, workspaceId: number): Promise<boolean> {
    const ending = new AbortController();
    const stop = AbortSignal.any([this.#stopping.signal, ending.signal]);
    const keeper = setInterval(() => void this.#keep(endpoint, ending), keepLeaseMilliseconds);
    keeper.unref();
    const own = { store: this.#store, ranges: this.#ranges };
    const runner = new EndpointRunner({ ...this.#parts, ...own }, endpoint, workspaceId);
    try {
      let hasMore = await runner.round(stop, this.#breakingOff.signal);
      while (hasMore && !stop.aborted && !this.#slots.isWaitedFor && !this.#parts.isBusy()) {
        hasMore = await runner.round(stop, this.#breakingOff.signal);
      }
      await this.#store.release(endpoint);
      return hasMore && !stop.aborted;
    } catch (error) {
      this.#restingUntil.set(key, performance.now() + restMilliseconds);
      this.#parts.log.warn({ err: error, ...endpoint }, "messages of an endpoint could not be worked on");
      return false;
    } finally {
      clearInterval(keeper);
    }
  }

  /** Where the lease is lost another process goes on, and this one ends. */
  async #keep(endpoint: EndpointKey, ending: AbortController): Promise<void> {
    try {
      if (!(await this.#store.keepLease(endpoint))) ending.abort();
    } catch {
      // The next one may succeed; if none does, the lease ends by itself.
    }
  }
}
