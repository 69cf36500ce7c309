// What a kind of fault is: what is done to the house, and when that ended.
import type { Callers } from "../callers.ts";
import type { Chance } from "../chance.ts";
import type { House } from "../house.ts";

export type Scene = { readonly house: House; readonly chance: Chance; readonly callers: Callers };

export type Ended = {
  /** By performance.now(): from then on nothing keeps the service from answering. */
  readonly at: number;
  readonly processesKilled: number;
  /** What was drawn, for the reader of a failure. */
  readonly drawn: string;
};

export type FaultKind = {
  readonly name: string;
  /** For the table. */
  readonly words: string;
  readonly of: "process" | "database" | "way" | "clock";
  /** How often, relative to the others. */
  readonly weight: number;
  /** Why it cannot be had in this house; null where it can. */
  readonly missing?: (house: House) => string | null;
  /** After it everything is looked at, and not only what went on since. */
  readonly mayLose?: boolean;
  run(scene: Scene): Promise<Ended>;
};

export const ended = (drawn: string, processesKilled = 0): Ended => ({ at: performance.now(), processesKilled, drawn });

export const needsServer = ({ kind }: House): string | null =>
  kind === "server" ? null : "the database is the service's own";
export const needsOneProcessEach = ({ workers }: House): string | null =>
  workers === null ? null : "its workers' clocks cannot be moved";
export const needsEmbedded = ({ kind }: House): string | null =>
  kind === "embedded" ? null : "the database is a server of its own";
