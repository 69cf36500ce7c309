// A contender that also takes load at a fixed rate.
import type { Figures } from "../report/series.ts";
import type { Contender, TurnRequest } from "./contender.ts";

export type OpenTurnRequest = TurnRequest & { readonly perSecond: number };

export type LoadContender = Contender & { openTurn(request: OpenTurnRequest): Promise<Figures> };
