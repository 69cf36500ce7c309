// One run: processes, requests and troubles, all from one seed, until everything is answered; then it is judged.
import { projectorVersion } from "../../../src/core/rules/fold.ts";
import type { Result } from "../../../src/engine/recording/submission.ts";
import { Unavailable } from "../../../src/engine/recording/unavailable.ts";
import { anna, ben, click, lead, partnerJoined, programCreated } from "../../support/event-builders.ts";
import { submission } from "../../support/submissions.ts";
import { Chance } from "../../torture/chance.ts";
import { faultsOf } from "./judge.ts";
import { ModelDatabase } from "./model-database.ts";
import type { NetworkParts } from "./network.ts";
import { Process } from "./process.ts";
import { type Request, requestsOf, withRefused } from "./requests.ts";
import { Troubles } from "./troubles.ts";
import { VirtualTime } from "./virtual-time.ts";

const programs = [
  { id: 7, isTrade: false },
  { id: 8, isTrade: false },
  { id: 9, isTrade: true },
] as const;

const stepsMax = 200_000;
/** Of a process that was killed, from its caller. */
const callerPatienceMilliseconds = 500;

export type Ran = {
  readonly steps: number;
  readonly events: number;
  readonly virtualSeconds: number;
  readonly troubles: ReadonlyMap<string, number>;
  readonly faults: readonly string[];
};

export async function simulate(seed: number): Promise<Ran> {
  const time = new VirtualTime(new Chance(seed, "time"));
  const restore = time.install();
  try {
    return await new Simulation(seed, time).run();
  } finally {
    restore();
  }
}

class Simulation {
  readonly #time: VirtualTime;
  readonly #seed: number;
  readonly #chance: Chance;
  readonly #model: ModelDatabase;
  readonly #processes: Process[] = [];
  readonly #network: NetworkParts;
  readonly #broken: string[] = [];
  readonly #bounds;
  readonly #endOfTroubles: number;
  #troubles: Troubles | null = null;
  #requests: Request[] = [];
  #unanswered = 0;
  #lastRefusal = "";

  constructor(seed: number, time: VirtualTime) {
    this.#seed = seed;
    this.#time = time;
    this.#chance = new Chance(seed, "callers");
    this.#model = new ModelDatabase(time);
    this.#endOfTroubles = this.#chance.oneOf([0, 300, 2_000, 5_000]);
    this.#bounds = {
      batchEventsMax: this.#chance.oneOf([1, 2, 7, 50]),
      queueEventsMax: this.#chance.oneOf([12, 1_000]),
      queueWaitSecondsMax: this.#chance.oneOf([1, 5]),
    };
    const chance = new Chance(seed, "network");
    this.#network = {
      model: this.#model,
      time,
      chance,
      isDown: () => this.#troubles?.is("down") === true,
      workMilliseconds: () => chance.next() * (this.#troubles?.is("slow") === true ? 20 : 0.2),
      faultOf: (statement, way) => this.#troubles?.ofStatement(statement, way) ?? null,
      losesAnswer: () => this.#troubles?.losesAnswer === true,
      onBroken: (error) =>
        this.#broken.push(`the model broke: ${error instanceof Error ? error.stack : String(error)}`),
    };
  }

  async run(): Promise<Ran> {
    for (const { id } of programs) this.#model.addProgram(id, projectorVersion);
    const processes = this.#chance.oneOf([1, 2, 2, 3]);
    for (let index = 0; index < processes; index++) this.#start();
    const faults = (await this.#open()) ? await this.#live() : ["the first events are not recorded"];
    return {
      steps: this.#time.steps,
      events: this.#model.log.length,
      virtualSeconds: this.#time.now / 1000,
      troubles: this.#troubles?.seen ?? new Map(),
      faults: [...this.#broken, ...faults],
    };
  }

  #start(): void {
    this.#processes.push(new Process(this.#network, this.#bounds));
  }

  #running(): Process[] {
    return this.#processes.filter((process) => process.isRunning);
  }

  /** Programs with two partners each, and in one of them a customer who earns. */
  async #open(): Promise<boolean> {
    const batcher = this.#processes[0]?.batcher;
    const reported = programs.flatMap(({ id, isTrade }) =>
      [
        programCreated({ lead_auth: "server_required", attribution_window_days: 31 }),
        partnerJoined(anna),
        partnerJoined(ben),
      ].map((one) => ({ programId: id, isTrade, one })),
    );
    const openings = Promise.all(reported.map(({ programId, one }) => batcher?.submit(submission(programId, one))));
    if (!(await this.#isSettled(openings))) return false;
    const trade = programs.filter(({ isTrade }) => isTrade);
    for (const { id } of trade) {
      const [partnerId = 0] = this.#partnersOf(id);
      const begun = [click(partnerId), lead()].map((one) => batcher?.submit(submission(id, one)));
      if (!(await this.#isSettled(Promise.all(begun)))) return false;
    }
    return true;
  }

  #partnersOf(programId: number): number[] {
    return this.#model.log
      .filter(({ program_id, type }) => program_id === programId && type === "partner_joined")
      .map(({ id }) => id);
  }

  async #isSettled(promise: Promise<unknown>): Promise<boolean> {
    let isOver = false;
    promise.finally(() => (isOver = true)).catch(() => undefined);
    return this.#time.until(() => isOver, stepsMax);
  }

  async #live(): Promise<string[]> {
    const size = this.#chance.between(10, 40);
    this.#requests = this.#chance.shuffled(
      programs.flatMap(({ id, isTrade }) =>
        isTrade ? withRefused(id, size, this.#chance) : requestsOf(id, this.#partnersOf(id), size, this.#seed + id),
      ),
    );
    const start = this.#time.now;
    const chance = new Chance(this.#seed, "troubles");
    const parts = {
      model: this.#model,
      time: this.#time,
      chance,
      ways: () => this.#processes.flatMap(({ ways }) => ways),
      programIds: programs.map(({ id }) => id),
      stopProcess: (how: "killed" | "drained") => this.#stopOne(how, chance),
    };
    this.#troubles = new Troubles(parts, start + this.#endOfTroubles);
    const gap = this.#chance.oneOf([0, 1, 10]);
    let at = 0;
    for (const request of this.#requests) {
      at += this.#chance.isOneIn(3) ? this.#chance.next() * gap * 3 : 0;
      // A provider may send the same delivery twice, and both at once.
      const times = request.isRepeated && this.#chance.isOneIn(4) ? 2 : 1;
      this.#unanswered += times;
      for (let time = 0; time < times; time++)
        this.#time.after(at + time * this.#chance.next(), () => this.#ask(request));
    }
    const isOver = (): boolean => this.#unanswered === 0 && this.#troubles?.areOver === true;
    if (!(await this.#time.until(isOver, stepsMax))) {
      const stats = this.#running().map(({ batcher }) => JSON.stringify(batcher.stats()));
      return [`${this.#unanswered} requests are never answered: ${this.#lastRefusal}; ${stats.join(" ")}`];
    }
    for (const process of this.#running()) void process.end();
    const unended = (): Process[] => this.#processes.filter(({ ending }) => ending !== "ended");
    if (!(await this.#time.until(() => unended().length === 0, stepsMax))) {
      return unended().map(
        ({ ending, isKilled }) => `a process that was ${isKilled ? "killed" : "stopped"} ${ending} for ever`,
      );
    }
    const isStill = (): boolean => this.#model.locks.held.length === 0;
    await this.#time.until(isStill, stepsMax);
    return faultsOf(this.#model, this.#requests, programs);
  }

  #stopOne(how: "killed" | "drained", chance: Chance): void {
    const [first, ...others] = chance.shuffled(this.#running());
    if (first === undefined) return;
    if (how === "killed") first.kill();
    else void first.end();
    if (others.length === 0 || chance.isOneIn(2)) this.#start();
  }

  #ask(request: Request): void {
    const process = this.#chance.oneOf(this.#running());
    const askedAt = this.#time.steps;
    if (request.attempts === 0) request.firstAskedAt = askedAt;
    request.attempts += 1;
    let isOver = false;
    const once = (then: () => void): void => {
      if (isOver) return;
      isOver = true;
      then();
    };
    const watch = (): void => {
      this.#time.after(callerPatienceMilliseconds, () => {
        if (process.isKilled) once(() => this.#unknown(request));
        else if (!isOver) watch();
      });
    };
    watch();
    process.batcher.submit(request.submission).then(
      (result) => process.isKilled || once(() => this.#answered(request, result)),
      (error: unknown) => process.isKilled || once(() => this.#rejected(request, error)),
    );
  }

  #answered(request: Request, result: Result): void {
    if (result.kind === "failed") {
      this.#rejected(request, result.error);
      return;
    }
    // What failed or was refused is recorded nowhere yet: asked again, it may stand behind who came meanwhile.
    const isRecorded = result.kind !== "concluded" || result.eventId !== null;
    if (isRecorded) request.firstAnsweredAt = Math.min(request.firstAnsweredAt, this.#time.steps);
    request.answers.push(result);
    this.#unanswered -= 1;
  }

  #rejected(request: Request, error: unknown): void {
    this.#lastRefusal = `${String(error)}, ${error instanceof Error ? String(error.cause) : ""}`;
    if (error instanceof Unavailable || isPassing(error)) {
      this.#unknown(request);
      return;
    }
    request.refusals += 1;
    if (!request.isRefused) this.#broken.push(`${request.mark} was refused: ${String(error)}`);
    this.#unanswered -= 1;
  }

  /** It may or may not be recorded. A provider, and a brand that knows its sale by a name, asks again. */
  #unknown(request: Request): void {
    request.unknown += 1;
    if (request.isRepeated) this.#time.after(this.#chance.next() * 200, () => this.#ask(request));
    else this.#unanswered -= 1;
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof Error && error.name === "DatabaseUnavailable";
}
