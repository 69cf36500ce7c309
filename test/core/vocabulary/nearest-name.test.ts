// Which known name was probably meant: the suggestion for a call's unknown field, or a misspelt setting.
import { describe, expect, test } from "vitest";
import { editDistance, nearestName } from "../../../src/core/vocabulary/nearest-name.ts";

describe("the nearest name", () => {
  test.each([
    ["transactionId", ["amount_cents", "transaction_id"], "transaction_id"],
    ["TRANSACTION-ID", ["amount_cents", "transaction_id"], "transaction_id"],
    ["note", ["seller", "note_of_the_seller"], "note_of_the_seller"],
    ["amount_of_the_sale", ["currency", "amount"], "amount"],
    ["curency", ["current", "currency"], "currency"],
    ["cot", ["cat", "cut"], "cat"],
    ["abxy", ["abcd"], "abcd"],
    ["x", ["y"], "y"],
    ["…", ["id"], null],
    ["sum", ["summary"], null],
    ["summary", ["sum"], null],
    ["axyz", ["abcd"], null],
    ["price", [], null],
  ])("of %s among %j is %s", (given, known, nearest) => {
    expect(nearestName(given, known)).toBe(nearest);
  });
});

test.each([
  ["kitten", "sitting", 3],
  ["flaw", "lawn", 2],
  ["", "abc", 3],
  ["abc", "", 3],
  ["abc", "abc", 0],
  ["abcd", "abce", 1],
])("%j becomes %j by %i letters", (from, to, letters) => {
  expect(editDistance(from, to)).toBe(letters);
});
