// A piece of a run: its cases against one world, many at once, each answer judged, a failing one made smaller, and at its end the
// books held against the logs.
import { setTimeout as sleep } from "node:timers/promises";
import { isRecord } from "../support/fixtures.ts";
import { wrongInBooks } from "./books.ts";
import { type Call, callsOf, drawCall } from "./calls.ts";
import type { Case } from "./cases.ts";
import { Chance } from "./chance.ts";
import { drawDelivery, ofThisWorld, payloadsOf } from "./deliveries.ts";
import { faultOf, kindOf } from "./judge.ts";
import type { Mutation } from "./mutations.ts";
import { valuesByName } from "./schema-values.ts";
import type { Tally } from "./tally.ts";
import { textsIn, treeOf } from "./tree.ts";
import { shown, type WireAnswer, type WireRequest } from "./wire.ts";
import type { World } from "./world.ts";

export type Piece = {
  readonly seed: number;
  readonly first: number;
  readonly cases: number;
  readonly atOnce: number;
  /** Whether a call or a form of a provider is tried. */
  readonly isWanted: (target: string) => boolean;
  readonly tally: Tally;
};

export type Found = {
  readonly fault: string;
  readonly number: number | null;
  readonly target: string;
  readonly shown: string;
};

/** Each takes long or hashes a password, so that they come seldom. */
const slow =
  /^(agent\.)?(replays|verifications)\.|verify$|sign-up|sign-in|reset-password|change-password|imports\.start|exports\.run/;
const seldom = 20;
const deliveriesPercent = 45;
const trackingPercent = 25;
/** Of one kind. */
const foundMax = 3;
const settleMilliseconds = 300;
const looksMax = 5;

export class PieceRun {
  readonly #world: World;
  readonly #piece: Piece;
  readonly #draw: (number: number) => Case;
  readonly #targets: readonly string[];
  readonly #found: Found[] = [];
  readonly #kinds = new Map<string, number>();
  readonly #acknowledged = new Set<number>();
  #hasEnded = false;

  private constructor(world: World, piece: Piece, calls: readonly Call[]) {
    this.#world = world;
    this.#piece = piece;
    this.#draw = drawing(world, piece, calls);
    const names = [...calls.map(({ operationId }) => operationId), ...world.connections.map(({ name }) => name)];
    this.#targets = names.filter(piece.isWanted);
    void world.child.exit.then(() => {
      this.#hasEnded = true;
    });
  }

  /** Everything that may be tried. */
  get targets(): readonly string[] {
    return this.#targets;
  }

  static async open(world: World, piece: Piece): Promise<PieceRun> {
    return new PieceRun(world, piece, await callsOf(world));
  }

  async run(): Promise<readonly Found[]> {
    const { first, cases, atOnce, tally } = this.#piece;
    let next = first;
    const work = async (): Promise<void> => {
      while (next < first + cases && !this.#hasEnded) {
        const number = next;
        next += 1;
        await this.#try(this.#draw(number));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    // What failed behind an answer is logged a moment later.
    await sleep(settleMilliseconds);
    if (this.#hasEnded)
      this.#keep({
        fault: "the process ended",
        number: null,
        target: "service",
        shown: this.#world.child.said().slice(-3_000),
      });
    for (const line of errorLines(this.#world.child.said())) {
      this.#keep({ fault: `logged: ${line.slice(0, 1_500)}`, number: null, target: "service", shown: "" });
    }
    if (!this.#hasEnded) {
      for (const fault of await wrongInBooks(this.#world, this.#acknowledged, tally)) {
        this.#keep({ fault, number: null, target: "books", shown: `cases ${first} to ${first + cases - 1}` });
      }
    }
    return this.#found;
  }

  async #try(one: Case): Promise<void> {
    const request = one.request(one.mutations, one.wireFault);
    const { answer, fault } = await this.#send(one, request);
    this.#piece.tally.add(one, answer, fault);
    if (answer?.status === 200 && one.kind === "delivery" && isRecord(answer.body))
      this.#acknowledged.add(Number(answer.body.event_id));
    if (fault === undefined || this.#hasEnded) return;
    if (answer !== null && answer.status >= 500) {
      this.#keepUnder(`${answer.status} because of ${await this.#causeOf(one.number)}`, one, fault);
      return;
    }
    const seen = this.#kinds.get(kindOf(fault)) ?? 0;
    const smaller = seen === 0 ? await this.#shrunk(one, kindOf(fault)) : one;
    const last = smaller.request(smaller.mutations, smaller.wireFault);
    this.#keep({ fault, number: one.number, target: one.target, shown: `${describe(smaller)}\n  ${shown(last)}` });
  }

  /** Faults of the service are of one kind where its log names one cause. */
  #keepUnder(cause: string, one: Case, fault: string): void {
    const request = one.request(one.mutations, one.wireFault);
    const reported = `${describe(one)}\n  ${shown(request)}`;
    this.#keep({ fault: `${cause}\n  ${fault}`, number: one.number, target: one.target, shown: reported });
  }

  /** By the service's log, which has it a moment later. */
  async #causeOf(number: number): Promise<string> {
    const id = `"case-${this.#piece.seed}-${number}"`;
    for (let looks = 0; looks < looksMax; looks += 1) {
      const lines = this.#world.child.said().split("\n");
      const line = lines.findLast((each) => each.includes(id));
      if (line !== undefined) return line;
      await sleep(settleMilliseconds);
    }
    return "what its log does not say";
  }

  async #send(
    one: Case,
    request: WireRequest,
  ): Promise<{ readonly answer: WireAnswer | null; readonly fault: string | undefined }> {
    const headers = { "x-request-id": `case-${this.#piece.seed}-${one.number}`, ...request.headers };
    try {
      const answer = await this.#world.wire.send({ ...request, headers });
      return { answer, fault: await faultOf(request, answer) };
    } catch (error) {
      const fault = request.isRude ? undefined : `no answer: ${error instanceof Error ? error.message : String(error)}`;
      return { answer: null, fault };
    }
  }

  /** As little spoilt as fails in the same way still. */
  async #shrunk(one: Case, kind: string): Promise<Case> {
    let smallest = one;
    const fails = async (mutations: readonly Mutation[], wireFault: string | null): Promise<boolean> => {
      const { fault } = await this.#send(one, one.request(mutations, wireFault));
      return fault !== undefined && kindOf(fault) === kind;
    };
    if (one.wireFault !== null && (await fails(one.mutations, null))) smallest = { ...one, wireFault: null };
    for (const mutation of one.mutations) {
      const fewer = smallest.mutations.filter((other) => other !== mutation);
      if (await fails(fewer, smallest.wireFault)) smallest = { ...smallest, mutations: fewer };
    }
    return smallest;
  }

  #keep(found: Found): void {
    const kind = kindOf(found.fault);
    const seen = this.#kinds.get(kind) ?? 0;
    this.#kinds.set(kind, seen + 1);
    if (seen < foundMax) this.#found.push(found);
  }
}

function describe({ credential, mutations, wireFault }: Case): string {
  return `by ${credential}; spoilt: ${[...mutations.map(({ kind }) => kind), wireFault ?? []].flat().join(", ") || "nothing"}`;
}

/** Of the service's log: errors, and everything that is not a log line. */
function errorLines(said: string): string[] {
  return said.split("\n").filter((line) => {
    if (line.trim() === "") return false;
    try {
      const json: unknown = JSON.parse(line);
      return isRecord(json) && typeof json.level === "number" && json.level >= 50;
    } catch {
      return /unhandled|uncaught|error:| {4}at /i.test(line);
    }
  });
}

function drawing(world: World, { seed, isWanted }: Piece, calls: readonly Call[]): (number: number) => Case {
  const inputs = [...world.inputs.values()].map(treeOf);
  const examples = calls.flatMap(({ bodies }) => bodies);
  const schemas = world.document.components.schemas;
  const values = { schemas, byName: valuesByName([...examples, ...inputs]) };
  const known = {
    texts: [...new Set(inputs.flatMap(textsIn))],
    numbers: [1, 2, 3, world.company.programId, world.company.partnerId],
  };
  const wanted = calls.filter(({ operationId }) => isWanted(operationId));
  const tracking = wanted.filter(({ operationId }) => operationId.startsWith("track."));
  const connections = world.connections.filter(({ name, provider }) => isWanted(name) || isWanted(provider));
  const ours = {
    clickId: String(world.inputs.get("known")?.click_id),
    customerKey: String(world.inputs.get("known")?.customer_key),
    programId: world.company.programId,
  };
  const payloads = new Map(
    connections.map(({ provider }) => [provider, payloadsOf(provider).map((tree) => ofThisWorld(tree, ours))]),
  );
  const fastOr = (chance: Chance, all: readonly Call[]): Call => {
    const call = chance.oneOf(all);
    return slow.test(call.operationId) &&
      !chance.isOneIn(seldom) &&
      all.some(({ operationId }) => !slow.test(operationId))
      ? fastOr(chance, all)
      : call;
  };
  return (number) => {
    const chance = new Chance(seed, number);
    const isDelivery = chance.below(100) < deliveriesPercent;
    if (wanted.length === 0 || (isDelivery && connections.length > 0)) {
      const connected = chance.oneOf(connections);
      return drawDelivery(number, chance, { connected, payloads: payloads.get(connected.provider) ?? [], known });
    }
    const isTracking = chance.below(100) < trackingPercent && tracking.length > 0;
    return drawCall(number, chance, isTracking ? chance.oneOf(tracking) : fastOr(chance, wanted), {
      world,
      values,
      known,
    });
  };
}
