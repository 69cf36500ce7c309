// The rounds of a scenario: one turn for warming up, then each contender once a round, in an order that rotates by one each round, so that
// no contender always follows the same one. A contender is warmed up before each turn after a wait.
import { loadNow } from "../report/machine.ts";
import type { Figures, Series, Turn } from "../report/series.ts";
import type { Contender, TurnRequest } from "./contender.ts";

export type Rounds = {
  readonly rounds: number;
  readonly seconds: number;
  /** 1 to 3 letters; several series of rounds over the same contenders need different ones. */
  readonly label: string;
  readonly isWarmedUp?: boolean;
  /** Of each turn, ahead of it and not counted; none when left out. */
  readonly warmUpSeconds?: number;
};

/**
 * For who answers requests: while it waits a minute for the others, the collector of a JavaScript engine throws compiled code
 * away, and for a second what would be measured is how that comes back.
 */
export const serverWarmUpSeconds = 1;

/** What one contender does in a turn; by itself, its usual one. */
export type TakeTurn<Each extends Contender> = (contender: Each, request: TurnRequest) => Promise<Figures>;

export async function takeTurns<Each extends Contender>(
  contenders: readonly Each[],
  { rounds, seconds, label, isWarmedUp = false, warmUpSeconds = 0 }: Rounds,
  takeTurn: TakeTurn<Each> = (contender, request) => contender.turn(request),
): Promise<Series[]> {
  if (!isWarmedUp) {
    for (const contender of contenders) await takeTurn(contender, { run: `${label}0`, seconds });
  }
  const turns = new Map<Each, Turn[]>(contenders.map((contender) => [contender, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const contender of rotated(contenders, round - 1)) {
      if (warmUpSeconds > 0)
        await takeTurn(contender, { run: `${label}i${round.toString(36)}`, seconds: warmUpSeconds });
      const load = loadNow();
      const figures = await takeTurn(contender, { run: `${label}${round.toString(36)}`, seconds });
      turns.get(contender)?.push({ round, load, figures });
      console.log(`round ${round}  ${contender.name.padEnd(24)} ${figuresText(figures)}  load ${load.toFixed(1)}`);
    }
  }
  return contenders.map((contender) => ({
    name: contender.name,
    about: contender.about,
    kind: contender.kind ?? "ours",
    turns: turns.get(contender) ?? [],
  }));
}

/** The same in the same order, beginning with another one. */
export function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const first = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

function figuresText(figures: Figures): string {
  return Object.entries(figures)
    .filter((entry): entry is [string, number] => entry[1] !== null)
    .map(([name, value]) => `${name} ${Math.abs(value) >= 100 ? Math.round(value) : value.toFixed(2)}`)
    .join("  ");
}
