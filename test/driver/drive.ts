// Plays a history: each operation in its turn, or as soon as there is something to do it with; and what the services do by
// themselves each minute is done after each.
import { Dice } from "./dice.ts";
import type { Ledger } from "./ledger.ts";
import { type Operation, plays, railPlays } from "./operations.ts";
import { daysPass } from "./play-operator.ts";
import type { Setting, Side } from "./setting.ts";

export type Driven = {
  readonly setting: Setting;
  readonly ledgers: readonly Ledger[];
  /** What was done, a line each; also of an operation that broke off. */
  readonly reported: string[];
};

/** `look` is called after each operation. */
export async function drive(driven: Driven, history: readonly Operation[], look: (done: number) => Promise<void>) {
  const waiting = [...history];
  for (let done = 1; done <= history.length; done++) {
    await playNext(driven, waiting, done);
    await driven.setting.tick();
    for (const ledger of driven.ledgers) ledger.approve();
    await look(done);
  }
}

/** What nothing came for until the end is a sale instead. */
async function playNext(driven: Driven, waiting: Operation[], number: number): Promise<void> {
  for (const [index, operation] of waiting.entries()) {
    if (!(await play(driven, operation, number))) continue;
    waiting.splice(index, 1);
    return;
  }
  const [operation] = waiting.splice(0, 1);
  if (operation !== undefined) await play(driven, { ...operation, kind: "saleCall" }, number);
}

async function play({ setting, ledgers, reported }: Driven, { kind, numbers }: Operation, number: number) {
  const dice = new Dice(numbers);
  const side: Side = dice.isOneIn(2) ? 0 : 1;
  const ledger = dice.anyOf(kind in railPlays ? ledgers.filter(({ place }) => place.plan.paysByPaypal) : ledgers);
  if (ledger === undefined) throw new Error("there is no program");
  reported.push(`${number} ${kind}, program ${ledger.place.programId}, process ${side}`);
  const turn = { setting, ledger, dice, side };
  const done = kind === "daysPass" ? await daysPass(turn, ledgers) : await plays[kind](turn);
  const line = reported.pop();
  if (done !== null) reported.push(`${line}: ${done}`);
  return done !== null;
}
