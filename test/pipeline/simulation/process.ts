// One process of a simulation: the service's own database access and batcher, over ways that lead to the model.
import { type Database, openDatabase } from "../../../src/engine/postgres/database.ts";
import { serviceLimits } from "../../../src/engine/postgres/limits.ts";
import { type Batcher, startBatcher } from "../../../src/engine/recording/batcher.ts";
import type { Chance } from "../../torture/chance.ts";
import { epoch } from "./model-database.ts";
import { type NetworkParts, Way } from "./network.ts";

export type Bounds = {
  readonly batchEventsMax: number;
  readonly queueEventsMax: number;
  readonly queueWaitSecondsMax: number;
};

export class Process {
  readonly batcher: Batcher;
  readonly ways: Way[] = [];
  readonly #database: Database;
  readonly #chance: Chance;
  #state: "running" | "draining" | "killed" = "running";
  /** It has ended as it should once everything is answered and its connections are closed. */
  ending: "not asked to" | "answers the rest" | "closes its connections" | "ended" = "not asked to";

  constructor(network: NetworkParts, bounds: Bounds) {
    this.#chance = network.chance;
    const isDown = (): boolean => this.#state === "killed" || network.isDown();
    this.#database = openDatabase({
      url: "postgres://svc@model/svc",
      connectionsMax: 4,
      applicationName: "simulation",
      limits: serviceLimits(),
      clock: { now: () => epoch + network.time.now, stepSecondsMax: 300, programsAhead: new Set() },
      stream: () => {
        const way = new Way({ ...network, isDown });
        this.ways.push(way);
        return way;
      },
    });
    this.batcher = startBatcher({ database: this.#database, ...bounds });
  }

  get isRunning(): boolean {
    return this.#state === "running";
  }

  get isKilled(): boolean {
    return this.#state === "killed";
  }

  /** The statements it had sent may still be executed; no client learns of it. */
  kill(): void {
    this.#state = "killed";
    for (const way of this.ways) way.cut(this.#chance.oneOf(["both_ends", "unnoticed"]));
    void this.end();
  }

  async end(): Promise<void> {
    if (this.#state === "running") this.#state = "draining";
    this.ending = "answers the rest";
    await this.batcher.drain();
    this.ending = "closes its connections";
    await this.#database.close();
    this.ending = "ended";
  }
}
