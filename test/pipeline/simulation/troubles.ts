// What goes wrong in a simulation, by chance, until it is over: connections that are lost, a database that stops, refuses, is slow or
// has another time, heads that others hold, and processes that are killed or stopped.
import type { Chance } from "../../torture/chance.ts";
import type { ModelDatabase } from "./model-database.ts";
import type { Way } from "./network.ts";
import { ServerError } from "./server-error.ts";
import { headLock } from "./statements.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** Of how many statements one is hit, by how each is. */
const statementsPerFault = 300;

const raised: readonly (readonly [code: string, message: string])[] = [
  ["57014", "canceling statement due to statement timeout"],
  ["40P01", "deadlock detected"],
  ["40001", "could not serialize access"],
  ["55P03", "canceling statement due to lock timeout"],
  ["53100", "could not extend file: No space left on device"],
  ["57P01", "terminating connection due to administrator command"],
  ["XX000", "something that nobody here has heard of"],
];

/** Those that last for a while. */
type State = "down" | "full" | "read_only" | "slow";

export type TroubleParts = {
  readonly model: ModelDatabase;
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly ways: () => readonly Way[];
  readonly programIds: readonly number[];
  readonly stopProcess: (how: "killed" | "drained") => void;
};

export class Troubles {
  readonly #parts: TroubleParts;
  readonly #until = new Map<State, number>();
  readonly #endAt: number;
  readonly #pauseMilliseconds: number;
  readonly seen = new Map<string, number>();

  constructor(parts: TroubleParts, endAt: number) {
    this.#parts = parts;
    this.#endAt = endAt;
    this.#pauseMilliseconds = parts.chance.oneOf([20, 100, 400]);
    this.#next();
  }

  get areOver(): boolean {
    return this.#parts.time.now >= this.#endAt;
  }

  is(state: State): boolean {
    return (this.#until.get(state) ?? 0) > this.#parts.time.now;
  }

  /** Instead of the statement; the way may be cut by it. */
  ofStatement(name: string, way: Way): ServerError | null {
    const { chance } = this.#parts;
    const writes = /^(append|write_books|move_heads)/.test(name);
    if (writes && this.is("full")) return new ServerError("53100", "No space left on device");
    if (writes && this.is("read_only")) return new ServerError("25006", "cannot execute in a read-only transaction");
    if (this.areOver || !chance.isOneIn(statementsPerFault)) return null;
    if (chance.isOneIn(3)) {
      this.#count("a connection lost at a statement");
      way.cut(chance.oneOf(["both_ends", "unnoticed"]));
      return null;
    }
    const [code, message] = chance.oneOf(raised);
    this.#count(`raised ${code}`);
    if (code === "57P01") way.cut("both_ends");
    return new ServerError(code, message);
  }

  /** Whether what the server says is lost with its connection. */
  get losesAnswer(): boolean {
    if (this.areOver || !this.#parts.chance.isOneIn(statementsPerFault)) return false;
    this.#count("an answer lost");
    return true;
  }

  #next(): void {
    const { time, chance } = this.#parts;
    time.after(chance.next() * this.#pauseMilliseconds * 2, () => {
      if (this.areOver) return;
      this.#happen();
      this.#next();
    });
  }

  #happen(): void {
    const { model, time, chance, ways, programIds, stopProcess } = this.#parts;
    const open = ways().filter((way) => way.isOpen);
    const milliseconds = chance.oneOf([5, 50, 500, 2_500]);
    const kind = chance.oneOf([
      "cut",
      "cut",
      "cut",
      "stop",
      "hold",
      "hold",
      "hold",
      "revise",
      "full",
      "read_only",
      "slow",
      "clock",
      "kill",
      "drain",
    ] as const);
    this.#count(kind);
    switch (kind) {
      case "cut":
        if (open.length > 0) chance.oneOf(open).cut(chance.oneOf(["both_ends", "unnoticed"]));
        return;
      case "stop":
        this.#last("down", milliseconds);
        for (const way of open) way.cut("both_ends");
        return;
      case "hold":
      case "revise":
        void this.#hold(chance.oneOf(programIds), kind === "hold" ? milliseconds : 0, kind === "revise");
        return;
      case "full":
      case "read_only":
      case "slow":
        this.#last(kind, milliseconds);
        return;
      case "clock":
        model.aheadMilliseconds = chance.oneOf([-1_000, 250, 400_000]);
        time.after(milliseconds, () => {
          model.aheadMilliseconds = 0;
        });
        return;
      case "kill":
      case "drain":
        stopProcess(kind === "kill" ? "killed" : "drained");
    }
  }

  /** As a replay or a command does, which may change what the program's batches were read for. */
  async #hold(programId: number, milliseconds: number, revises: boolean): Promise<void> {
    const { model, time } = this.#parts;
    const holder = {};
    await model.locks.acquire(headLock(programId), holder, Number.MAX_SAFE_INTEGER);
    await time.sleep(milliseconds);
    const head = model.heads.get(programId);
    if (revises && head !== undefined) model.heads.set(programId, { ...head, revision: head.revision + 1 });
    model.locks.release(holder);
  }

  #last(state: State, milliseconds: number): void {
    const { time } = this.#parts;
    this.#until.set(state, Math.min(time.now + milliseconds, this.#endAt));
  }

  #count(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }
}
