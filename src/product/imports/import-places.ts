// How many imports one process reads at once: each holds a thread, a connection and what it has of its file. What an account has too
// many of is refused before any of that is taken; other processes are asked by the locks behind it.
import type { Actor } from "../../access/permission.ts";
import { ImportDelayed, ImportRefused } from "./import-refused.ts";

export type ImportLimits = {
  /** In this process. */
  readonly atOnceMax: number;
  /** In the installation. */
  readonly perAccountMax: number;
  readonly faultyLinesMax: number;
};

export class ImportPlaces {
  readonly limits: ImportLimits;
  readonly #actors: Actor[] = [];

  constructor(limits: ImportLimits) {
    this.limits = limits;
  }

  async within<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
    this.#requirePlace(actor);
    this.#actors.push(actor);
    try {
      return await work();
    } finally {
      this.#actors.splice(this.#actors.indexOf(actor), 1);
    }
  }

  #requirePlace(actor: Actor): void {
    const { atOnceMax, perAccountMax } = this.limits;
    if (actor.kind === "account") {
      const own = this.#actors.filter((each) => each.kind === "account" && each.accountId === actor.accountId);
      if (own.length >= perAccountMax) throw tooManyOfAccount(perAccountMax);
    }
    if (this.#actors.length < atOnceMax) return;
    throw new ImportDelayed(`${atOnceMax} imports are running here already. Make the same call after one of them.`);
  }
}

export function tooManyOfAccount(perAccountMax: number): ImportRefused {
  return new ImportRefused(
    `Your account has ${perAccountMax} imports running, dry runs included. Make the same call after one of them.`,
  );
}
