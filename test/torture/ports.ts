// Ports of one run that stay the same however often the processes on them are restarted.
import { highestPort, isFree, lowestPort } from "../support/ports.ts";
import type { Chance } from "./chance.ts";

export class Ports {
  readonly #chance: Chance;
  readonly #taken = new Set<number>();

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  async next(): Promise<number> {
    for (;;) {
      const port = this.#chance.between(lowestPort, highestPort);
      if (this.#taken.has(port) || !(await isFree(port))) continue;
      this.#taken.add(port);
      return port;
    }
  }
}
