// A run: traffic, a fault, everything answers again, everything acknowledged is there; and so on until the time is over. What is wrong
// ends it with all that is needed to play it again.
import { setTimeout as sleep } from "node:timers/promises";
import { startChild } from "../support/child.ts";
import { svcScript } from "../support/svc.ts";
import { Callers } from "./callers.ts";
import { Chance } from "./chance.ts";
import type { FaultKind } from "./faults/fault.ts";
import { House, type HouseKind, secretKey } from "./house.ts";
import { judge } from "./judge.ts";
import { signUp } from "./open-shop.ts";
import { Probe } from "./probe.ts";
import { compareWithReference } from "./reference.ts";
import { recoveryMillisecondsMax, type Suffered } from "./tally.ts";
import { type Rate, Traffic } from "./traffic.ts";

export type Stage = {
  readonly kind: HouseKind;
  readonly processes: number;
  readonly workers: number | null;
  readonly seed: number;
  readonly milliseconds: number;
  /** Ends it sooner. */
  readonly faultsMax: number;
  /** Those it draws from. */
  readonly kinds: readonly FaultKind[];
  /** One after the other as they are given, and not drawn by their weights. */
  readonly inOrder?: boolean;
  readonly rate: Rate;
  /** After so many faults the chain and all books are proven; and at the end. */
  readonly proveEvery: number;
  readonly say: (line: string) => void;
  /** Ends it behind the fault that is under way. */
  readonly signal?: AbortSignal;
};

export type Played = {
  readonly suffered: readonly Suffered[];
  readonly wrong: readonly string[];
  readonly calls: number;
  readonly events: number;
  /** The folder with the logs of its processes; null where nothing was wrong. */
  readonly logs: string | null;
};

const pauseMillisecondsMax = 25_000;
const judgeAgainMilliseconds = 20_000;

export async function play(stage: Stage): Promise<Played> {
  const workers = stage.workers === null ? "" : ` workers ${stage.workers}`;
  const chance = new Chance(stage.seed, `${stage.kind} ${stage.processes}${workers}`);
  const opened =
    stage.kind === "server"
      ? House.onServer(stage, new Chance(stage.seed, "ports"))
      : House.onEmbedded(new Chance(stage.seed, "ports"));
  const house = await opened;
  const callers = new Callers(house, new Chance(stage.seed, "traffic"));
  const traffic = new Traffic(callers, stage.rate);
  const run = new Run(stage, house, callers, traffic, chance);
  try {
    await house.answers();
    await signUp(callers);
    await traffic.start();
    await run.sufferAll();
    await run.prove();
  } catch (error) {
    run.wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await traffic.end();
    await house.close();
  }
  const { suffered, wrong, events } = run;
  const logs = wrong.length === 0 ? null : house.folder;
  if (logs === null) await house.remove();
  return { suffered, wrong, calls: callers.answered, events, logs };
}

class Run {
  readonly suffered: Suffered[] = [];
  readonly wrong: string[] = [];
  events = 0;
  readonly #stage: Stage;
  readonly #house: House;
  readonly #callers: Callers;
  readonly #traffic: Traffic;
  readonly #chance: Chance;
  readonly #probe: Probe;

  constructor(stage: Stage, house: House, callers: Callers, traffic: Traffic, chance: Chance) {
    this.#stage = stage;
    this.#house = house;
    this.#callers = callers;
    this.#traffic = traffic;
    this.#chance = chance;
    this.#probe = new Probe(callers, traffic);
  }

  async sufferAll(): Promise<void> {
    const { milliseconds, faultsMax, kinds, inOrder = false, proveEvery } = this.#stage;
    const end = performance.now() + milliseconds;
    const possible = kinds.filter((kind) => (kind.missing?.(this.#house) ?? null) === null);
    if (possible.length === 0) return;
    const fill = (): FaultKind[] => {
      if (inOrder) return possible.toReversed();
      return this.#chance.shuffled(possible.flatMap((kind) => Array<FaultKind>(kind.weight).fill(kind)));
    };
    let bag: FaultKind[] = [];
    while (performance.now() < end && this.suffered.length < faultsMax && this.#stage.signal?.aborted !== true) {
      if (bag.length === 0) bag = fill();
      const kind = bag.pop();
      if (kind === undefined) return;
      await this.#suffer(kind);
      if (this.#isWrong()) return;
      if (this.suffered.length % proveEvery === 0) await this.prove();
      if (this.#isWrong()) return;
    }
  }

  async #suffer(kind: FaultKind): Promise<void> {
    await this.#probe.prepare();
    await sleep(this.#chance.between(50, 600));
    const scene = { house: this.#house, callers: this.#callers, chance: this.#chance };
    const foundWrongBefore = this.wrong.length + this.#callers.wrong.length;
    const { at, drawn, processesKilled } = await kind.run(scene);
    const last = await this.#probe.untilAnswered();
    const recoveryMilliseconds = performance.now() - at;
    this.#house.isClockOff = false;
    const { processes } = this.#stage;
    this.suffered.push({ kind, processes, drawn, processesKilled, recoveryMilliseconds, foundWrongBefore });
    const took = `${(recoveryMilliseconds / 1000).toFixed(1)} s`;
    this.#stage.say(
      `${this.suffered.length} ${kind.name} (${drawn}): answers again after ${took}, ${this.#callers.answered} calls`,
    );
    if (recoveryMilliseconds > recoveryMillisecondsMax) this.#stage.say(`  too long: ${took}, ${last} last`);
    await this.#look(kind.mayLose === true);
  }

  /** While nothing is under way. */
  async #look(all: boolean, lookFurther: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    if (!(await this.#traffic.pause(pauseMillisecondsMax))) {
      this.wrong.push(`calls that were under way got no answer: ${[...this.#callers.underWay].join(", ")}`);
      return;
    }
    const ask = () => this.#house.database.withClient((client) => judge(client, this.#traffic, { all }));
    this.wrong.push(...(await this.#asked(ask)));
    await lookFurther();
    this.#traffic.resume();
  }

  /** The database may be just about to go on. */
  async #asked<T>(ask: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + judgeAgainMilliseconds;
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await sleep(100);
      }
    }
  }

  #isWrong(): boolean {
    return this.wrong.length > 0 || this.#callers.wrong.length > 0;
  }

  /** Everything: what was acknowledged, the chain, the books by the log and by the independent model. */
  async prove(): Promise<void> {
    this.wrong.push(...this.#callers.wrong.map(({ message }) => message));
    if (this.wrong.length > 0) return;
    const programs = [
      ...this.#traffic.shops.map(({ place }) => place.programId),
      ...this.#traffic.providerShops.map(({ programId }) => programId),
    ];
    await this.#look(true, () =>
      this.#house.database.withClient(async (client) => {
        for (const programId of programs) this.wrong.push(...(await compareWithReference(client, programId)));
      }),
    );
    const { events, failure } = await verify(await this.#house.database.urlOf());
    this.events = events;
    if (failure !== null) this.wrong.push(failure);
    this.#stage.say(`proven: ${programs.length} programs, ${events} events`);
  }
}

/** As an operator does. */
async function verify(databaseUrl: string): Promise<{ readonly events: number; readonly failure: string | null }> {
  const child = startChild(svcScript, ["verify", "--json"], { DATABASE_URL: databaseUrl, SVC_SECRET_KEYS: secretKey });
  child.process.stdin.end();
  const { code } = await child.exit;
  const events = Number(/"events": ?(\d+)/.exec(child.said())?.[1] ?? 0);
  return { events, failure: code === 0 ? null : `svc verify ended with ${code}: ${child.said()}` };
}
