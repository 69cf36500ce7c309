// The books of one program in memory: what was never asked for cannot be read, changes are taken back to a mark and no further.
import { expect, test } from "vitest";
import { Books } from "../../src/core/books.ts";
import type { ParkedRow } from "../../src/core/rows.ts";
import type { OutcomeRow } from "../../src/core/sale-rows.ts";

const programId = 1;
const ignored = (eventId: number): OutcomeRow => ({
  program_id: programId,
  event_id: eventId,
  outcome: "ignored",
  reason: null,
  refers_to: null,
  detail: null,
});
const parked = (waitKey: string, eventId: number): ParkedRow => ({
  program_id: programId,
  wait_key: waitKey,
  event_id: eventId,
});

test("a row that was never loaded is an error, not an absence", () => {
  const { of } = new Books(programId);
  expect(() => of.outcome.get(7)).toThrow("outcome 7 was read but never loaded");
  expect(() => of.outcome.put(ignored(7))).toThrow("outcome 7 was read but never loaded");
});

test("an event that begins has no rows yet under its own id, and only there", () => {
  const books = new Books(programId);
  books.startRowsOf(7);
  expect(books.of.outcome.get(7)).toBeUndefined();
  expect(() => books.of.outcome.get(8)).toThrow("never loaded");
  expect(() => books.of.parked.list("7")).toThrow("never loaded");
});

test("rows that were loaded stay when their event begins again", () => {
  const books = new Books(programId);
  books.of.outcome.load(7, [ignored(7)]);
  books.startRowsOf(7);
  expect(books.of.outcome.get(7)).toEqual(ignored(7));
  books.of.outcome.delete(ignored(7));
  expect(books.of.outcome.changes()).toEqual({ added: [], replaced: [], removed: [ignored(7)] });
});

test("changes are taken back to a mark, and those a forgotten mark stood before are kept", () => {
  const books = new Books(programId);
  books.startRowsOf(7);
  books.startRowsOf(8);
  books.of.outcome.put(ignored(7));
  books.forgetMarks();
  const mark = books.mark();
  books.of.outcome.put(ignored(8));
  books.of.outcome.delete(ignored(7));
  books.rollback(mark);
  expect(books.of.outcome.get(8)).toBeUndefined();
  expect(books.of.outcome.changes()).toEqual({ added: [ignored(7)], replaced: [], removed: [] });
});

test("rows under one load key are told apart by the rest of their key", () => {
  const { of } = new Books(programId);
  of.parked.load("click:a", [parked("click:a", 1)]);
  of.parked.load("click:b", []);
  of.parked.put(parked("click:a", 2));
  of.parked.put(parked("click:b", 1));
  of.parked.delete(parked("click:a", 1));
  expect(of.parked.list("click:a")).toEqual([parked("click:a", 2)]);
  expect(of.parked.changes()).toEqual({
    added: [parked("click:a", 2), parked("click:b", 1)],
    replaced: [],
    removed: [parked("click:a", 1)],
  });
});
