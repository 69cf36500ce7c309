// The books of one program in memory: what was never asked for cannot be read, changes are taken back to a mark and no further.
import { expect, test } from "vitest";
import { bookKeyOf } from "../../../src/core/rules/book-keys.ts";
import { Books } from "../../../src/core/rules/books.ts";
import type { ManualAttributionRow } from "../../../src/core/rules/rows/manual-attribution-row.ts";
import type { ParkedRow } from "../../../src/core/rules/rows/rows.ts";
import type { OutcomeRow } from "../../../src/core/rules/rows/sale-rows.ts";

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
const decision = (paymentId: number, state: ManualAttributionRow["state"]): ManualAttributionRow => ({
  program_id: programId,
  payment_id: paymentId,
  event_id: 10,
  decided_at: null,
  state,
  given: null,
  evidence: null,
  hidden: null,
  reports: [],
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

test("changes roll back to a mark, and those made before a forgotten mark are kept", () => {
  const books = new Books(programId);
  books.startRowsOf(7);
  books.startRowsOf(8);
  const forgotten = books.mark();
  books.of.outcome.put(ignored(7));
  books.forgetMarks();
  books.rollback(forgotten);
  expect(books.of.outcome.get(7)).toEqual(ignored(7));
  const mark = books.mark();
  books.of.outcome.put(ignored(8));
  books.of.outcome.delete(ignored(7));
  books.rollback(mark);
  expect(books.of.outcome.get(8)).toBeUndefined();
  expect(books.of.outcome.changes()).toEqual({ added: [ignored(7)], replaced: [], removed: [] });
});

test("the rest of their key distinguishes rows under one load key", () => {
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

test("rows that were stored are written over, rows that were not are added, and what came and went is nothing", () => {
  const { of } = new Books(programId);
  const settled: OutcomeRow = { ...ignored(7), outcome: "duplicate" };
  of.outcome.load(7, [ignored(7)]);
  of.outcome.load(8, []);
  of.outcome.load(9, []);
  of.outcome.put(settled);
  of.outcome.put(settled);
  of.outcome.put(ignored(8));
  of.outcome.put(ignored(8));
  of.outcome.put(ignored(9));
  of.outcome.delete(ignored(9));
  expect(of.outcome.changes()).toEqual({ added: [ignored(8)], replaced: [settled], removed: [] });
  of.outcome.delete(settled);
  of.outcome.put(ignored(7));
  expect(of.outcome.changes()).toEqual({ added: [ignored(8)], replaced: [ignored(7)], removed: [] });
});

test("changed rows are distinguished from unchanged ones since loading, under each key", () => {
  const books = new Books(programId);
  const { parked: book } = books.of;
  book.load("click:a", [parked("click:a", 1)]);
  book.load("click:b", [parked("click:b", 1)]);
  book.delete(parked("click:a", 1));
  expect([book.changed("click:a"), book.changed("click:b")]).toEqual([[], undefined]);
  expect([...book.groups()]).toEqual([
    ["click:a", []],
    ["click:b", [parked("click:b", 1)]],
  ]);
  book.unload("click:b");
  expect([book.knows("click:a"), book.knows("click:b")]).toEqual([true, false]);
});

test("what is taken back to a mark is as it was before: written over, added or gone", () => {
  const books = new Books(programId);
  books.of.parked.load("click:a", [parked("click:a", 1), parked("click:a", 2)]);
  books.of.parked.delete(parked("click:a", 2));
  const mark = books.mark();
  books.of.parked.put(parked("click:a", 2));
  books.of.parked.put(parked("click:a", 3));
  books.of.parked.delete(parked("click:a", 1));
  books.rollback(mark);
  expect(books.of.parked.list("click:a")).toEqual([parked("click:a", 1)]);
  expect(books.of.parked.changes()).toEqual({ added: [], replaced: [], removed: [parked("click:a", 2)] });
});

test("rows that a book was made to find are found as they are now, without their key", () => {
  const { manual_attribution: book } = new Books(programId).of;
  book.load(7, [decision(7, "removed")]);
  book.load(8, [decision(8, "given")]);
  book.load(9, [decision(9, "removed")]);
  book.unload(9);
  expect(book.indexed()).toEqual([decision(7, "removed")]);
  book.put(decision(8, "removed"));
  book.put(decision(7, "given"));
  expect(book.indexed()).toEqual([decision(8, "removed")]);
  book.delete(decision(8, "removed"));
  expect(book.indexed()).toEqual([]);
});

test("what is taken back to a mark is found as before", () => {
  const books = new Books(programId);
  books.of.manual_attribution.load(7, [decision(7, "removed")]);
  books.of.manual_attribution.load(8, []);
  const mark = books.mark();
  books.of.manual_attribution.put(decision(7, "given"));
  books.of.manual_attribution.put(decision(8, "removed"));
  books.rollback(mark);
  expect(books.of.manual_attribution.indexed()).toEqual([decision(7, "removed")]);
});

test("a row's key is its program, its load key and what distinguishes it there", () => {
  expect(bookKeyOf("program")).toEqual(["program_id"]);
  expect(bookKeyOf("adjustment")).toEqual(["program_id", "sale_id", "partner_id", "currency"]);
});
