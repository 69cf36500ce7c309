// A contender that also takes load at a fixed rate.
import type { Figures } from "../report/series.ts";
import type { Contender, TurnRequest } from "./contender.ts";

export type OpenTurnRequest = TurnRequest & {
  readonly perSecond: number;
  /** It continues the same contender's previous turn: no checkpoint is made between them. */
  readonly goesOn?: boolean;
};

export type LoadContender = Contender & { openTurn(request: OpenTurnRequest): Promise<Figures> };
