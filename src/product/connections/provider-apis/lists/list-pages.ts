// Reading a provider's list page by page. It guarantees an end: no cursor is asked for twice, and no list is read beyond `pagesMax`.
// It never follows an address that the provider returns; callers take a cursor out of it and nothing else.
import { addDays } from "../../../../core/rules/time.ts";
import type { Asking } from "../ask.ts";
import { AskFailed } from "../ask-failed.ts";
import type { EventPage, Window } from "../provider-api.ts";

/** A million events in pages of a hundred. A longer list is read in parts, with a later `since`. */
export const pagesMax = 10_000;

export type CursorPage<Item> = {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly next: string | null;
};

export async function* pagesByCursor<Item>(
  { name, stop }: Pick<Asking, "name" | "stop">,
  ask: (cursor: string | null) => Promise<CursorPage<Item>>,
): AsyncGenerator<readonly Item[]> {
  const asked = new Set<string>();
  for (let cursor: string | null = null; ; ) {
    stop.throwIfAborted();
    const { items, next }: CursorPage<Item> = await ask(cursor);
    yield items;
    if (next === null) return;
    if (asked.has(next)) throw new AskFailed(`${name} repeats a page of its list: the list has no end.`);
    asked.add(next);
    if (asked.size >= pagesMax) {
      throw new AskFailed(`${name} lists more than ${pagesMax} pages: ask for less with a later start.`);
    }
    cursor = next;
  }
}

export type DatedEvent = {
  /** As the provider lists it. */
  readonly event: unknown;
  /** The time that the list is sorted by. */
  readonly at: Date;
};

/** Pages of a list that is sorted from the oldest to the newest. Once a page is out of order, no page covers a time. */
export async function* inOrder(
  pages: AsyncIterable<readonly DatedEvent[]>,
  { from, until }: Window,
  isUsed: (event: unknown) => boolean = () => true,
): AsyncGenerator<EventPage> {
  let latest = 0;
  let isSorted = true;
  for await (const page of pages) {
    const listed = page.filter(({ at }) => at < until);
    for (const { at } of listed) {
      isSorted &&= at.getTime() >= latest;
      latest = at.getTime();
    }
    const coversTime = isSorted && latest > from.getTime();
    yield {
      events: listed.map(({ event }) => event).filter(isUsed),
      coveredUntil: coversTime ? new Date(latest) : null,
    };
  }
}

/** A window in days, so that a run over months covers a day once everything of it was listed. */
export function* daysOf({ from, until }: Window): Generator<Window> {
  for (let start = from; start < until; ) {
    const next = addDays(start, 1);
    const end = next < until ? next : until;
    yield { from: start, until: end };
    start = end;
  }
}
