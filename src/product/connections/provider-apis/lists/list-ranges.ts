// Reading a list that a provider shows from the newest to the oldest, from the oldest to the newest. The time is cut into ranges that
// fit a page each; to the second, that is the order in which it happened, and at most one page is in memory.
// It guarantees an end, and that a time counts as covered only once everything in it was listed.
import { AskFailed } from "../ask-failed.ts";
import type { Window } from "../provider-api.ts";
import { pagesMax } from "./list-pages.ts";

/** What a range is meant to hold of a full page: below it by more than the usual fluctuation. */
const fillOfPage = 0.7;
/** How much longer the next range may be where there was less than expected. */
const growthMax = 8;
const millisecondsPerSecond = 1000;

/** Whole seconds; `to` is not in it. */
export type TimeRange = { readonly from: number; readonly to: number };

export type RangePage<Item> = {
  /** From the newest to the oldest. */
  readonly items: readonly Item[];
  readonly hasMore: boolean;
};

/** What was listed of a range before: how many, and the last of them. */
export type Before<Item> = { readonly count: number; readonly last: Item };

export type RangeList<Item> = {
  readonly name: string;
  readonly itemsPerPage: number;
  readonly ask: (range: TimeRange, before: Before<Item> | null) => Promise<RangePage<Item>>;
};

export type OldestFirst<Item> = {
  readonly items: readonly Item[];
  /** Everything up to here was listed; null in the middle of a range. */
  readonly coveredUntil: Date | null;
};

export async function* byRanges<Item>(list: RangeList<Item>, window: Window): AsyncGenerator<OldestFirst<Item>> {
  const end = Math.ceil(window.until.getTime() / millisecondsPerSecond);
  let from = Math.floor(window.from.getTime() / millisecondsPerSecond);
  let seconds = end - from;
  while (from < end) {
    const to = Math.min(from + seconds, end);
    const range = { from, to };
    const page = await list.ask(range, null);
    if (page.hasMore && to - from > 1) {
      seconds = Math.floor((to - from) / 2);
      continue;
    }
    yield { items: page.items.toReversed(), coveredUntil: null };
    yield* restOf(list, range, page);
    yield { items: [], coveredUntil: new Date(Math.min(to * millisecondsPerSecond, window.until.getTime())) };
    seconds = nextSeconds(to - from, page.items.length, list.itemsPerPage);
    from = to;
  }
}

/** More than a page within one second: nothing says in which order they happened, so they come as they are listed. */
async function* restOf<Item>(
  { name, ask }: RangeList<Item>,
  range: TimeRange,
  first: RangePage<Item>,
): AsyncGenerator<OldestFirst<Item>> {
  let count = 0;
  let pages = 1;
  for (let page = first; page.hasMore; pages += 1) {
    const last = page.items.at(-1);
    if (last === undefined) throw new AskFailed(`${name} says that it lists more, on a page without anything.`);
    if (pages >= pagesMax)
      throw new AskFailed(`${name} lists more than ${pagesMax} pages: ask for less with a later start.`);
    count += page.items.length;
    page = await ask(range, { count, last });
    yield { items: page.items.toReversed(), coveredUntil: null };
  }
}

function nextSeconds(seconds: number, itemCount: number, itemsPerPage: number): number {
  const growth = Math.min(growthMax, (itemsPerPage * fillOfPage) / Math.max(1, itemCount));
  return Math.max(1, Math.floor(seconds * growth));
}
