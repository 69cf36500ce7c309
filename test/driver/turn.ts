// One operation's turn: whose it is, at which process, and the ways in which anything is sent more than once.
import { expect } from "vitest";
import type { TestEvent } from "../support/memory-program.ts";
import { type Answer, fieldOf } from "../support/service.ts";
import type { Dice } from "./dice.ts";
import type { Ledger, Sent } from "./ledger.ts";
import type { Setting, Side } from "./setting.ts";
import type { Message } from "./stripe-messages.ts";

export type Turn = {
  readonly setting: Setting;
  readonly ledger: Ledger;
  readonly dice: Dice;
  readonly side: Side;
};

/** Does it and answers what was done, for the history of a failure; null if there was nothing to do it with yet. */
export type Play = (turn: Turn) => Promise<string | null>;

const copiesMax = 4;

export const otherSide = (side: Side): Side => (side === 0 ? 1 : 0);

/** Mostly once; else up to four at once, at both processes in turns. */
export function atOnce({ dice, side }: Turn, send: (side: Side) => Promise<Answer>): Promise<Answer[]> {
  const copies = dice.isOneIn(3) ? 2 + dice.below(copiesMax - 1) : 1;
  return Promise.all(Array.from({ length: copies }, (_, index) => send(index % 2 === 0 ? side : otherSide(side))));
}

export const textOf = ({ status, text }: Answer): string => `${status} ${text.slice(0, 240)}`;

/** The provider's id identifies a delivery: of several with one id, one is taken and the others repeat it. */
export async function deliver(turn: Turn, { body, reported: event }: Message): Promise<string> {
  const { setting, ledger } = turn;
  const answers = await atOnce(turn, (side) => setting.deliver(side, ledger.place, body));
  const ownId = ledger.nextId;
  const outcome = ledger.apply(event);
  const eventIds = new Set(answers.map((answer) => fieldOf(answer, "event_id")));
  const statuses = answers.map((answer) => String(fieldOf(answer, "status")));
  const taken = statuses.filter((status) => status !== "duplicate");
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(eventIds.size, `ids of one delivery: ${[...eventIds]}`).toBe(1);
  const expected = outcome === "expired" ? "ignored" : outcome;
  // Whether a refund or dispute says what was said before is no money.
  const mayRepeat = outcome === "duplicate" || isReversal(event);
  expect(taken, body).toEqual(mayRepeat && taken.length === 0 ? [] : [expected]);
  const [eventId] = eventIds;
  ledger.sent.push({ body, eventId: Number(eventId), ownId });
  return `${event.data.type} ${body} -> ${statuses.join()}`;
}

const isReversal = ({ data }: TestEvent) => /refund|dispute/.test(data.type);

/** The very same bytes once more. */
export async function deliverAgain(turn: Turn, { body, eventId }: Sent): Promise<string> {
  const { setting, ledger, side } = turn;
  const sides = [side, otherSide(side), side] as const;
  const answers = await Promise.all(sides.map((each) => setting.deliver(each, ledger.place, body)));
  for (const answer of answers) {
    expect(answer, textOf(answer)).toMatchObject({ status: 200, body: { status: "duplicate", event_id: eventId } });
  }
  return `event ${eventId} again`;
}
