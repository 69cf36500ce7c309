// Contenders take turns on one machine and one PostgreSQL, so that what counts is the ratio between them.
import type { ContenderKind, Figures } from "../report/series.ts";

export type TurnRequest = {
  /** Unique on this database; see recipe.ts. */
  readonly run: string;
  readonly seconds: number;
};

export type Contender = {
  readonly name: string;
  readonly about: string;
  /** Ours when left out. */
  readonly kind?: ContenderKind;
  turn(request: TurnRequest): Promise<Figures>;
  /**
   * Throws when what is there is not exactly what was answered; else what was compared, in words.
   * Called when all turns are over.
   */
  check(): Promise<string>;
  close(): Promise<void>;
};
