// Ports of one run that stay the same however often what listens there is started anew. They are taken from below those that the
// system gives to connections, so that no connection of the run itself stands on one while its owner is away.
import { createServer } from "node:net";
import type { Chance } from "./chance.ts";

const lowest = 12_000;
const highest = 30_000;

export class Ports {
  readonly #chance: Chance;
  readonly #taken = new Set<number>();

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  async next(): Promise<number> {
    for (;;) {
      const port = this.#chance.between(lowest, highest);
      if (this.#taken.has(port) || !(await isFree(port))) continue;
      this.#taken.add(port);
      return port;
    }
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
