import { describe, expect, test } from "vitest";
import { csvLine } from "../../../src/core/vocabulary/csv-line.ts";

describe("a line of CSV", () => {
  test.each([
    ["=1+1", "'=1+1"],
    ["+41 79 000", "'+41 79 000"],
    ["-cmd", "'-cmd"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "\"'\t'=1\""],
    ["\r=1", "\"'\r'=1\""],
    ["-1+1", "'-1+1"],
    ["=1", "'=1"],
    ["@1", "'@1"],
    [" =1+1", "' =1+1"],
    ["\u00a0\ufeff=1+1", "'\u00a0\ufeff=1+1"],
    ["\u200b@SUM(A1)", "'\u200b@SUM(A1)"],
    ["\n=1+1", "\"'\n'=1+1\""],
    ["\u0000=1+1", "'\u0000=1+1"],
    ["＝1+1", "'＝1+1"],
    ["＋1", "'＋1"],
    ["－1+1", "'－1+1"],
    [" ＠SUM(A1)", "' ＠SUM(A1)"],
    ["\u2212cmd", "'\u2212cmd"],
    ["﹣cmd", "'﹣cmd"],
    [" -5", "' -5"],
    ["=-5", "'=-5"],
    ["\tx", '"\'\tx"'],
    ["\rx", '"\'\rx"'],
    ["a=1", "a=1"],
    ["Anna;=1+1", '"Anna;\'=1+1"'],
    ["Anna; \u200b@SUM(A1)", '"Anna;\' \u200b@SUM(A1)"'],
    ["a;b\t+1\n-cmd", "\"a;b\t'+1\n'-cmd\""],
    ["a;-5", '"a;-5"'],
    ["a;b", '"a;b"'],
    ["a\tb", '"a\tb"'],
    [";=1", '";\'=1"'],
  ])("keeps %j from being run as a formula", (text, written) => {
    expect(csvLine([text])).toBe(`${written}\r\n`);
  });

  test.each([
    ["-12.34", "-12.34"],
    ["-5", "-5"],
    [-5, "-5"],
    [-1e-7, "-1e-7"],
    [12, "12"],
    [null, ""],
    [undefined, ""],
    [true, "true"],
    [new Date(0), "1970-01-01T00:00:00.000Z"],
    ['say "no", twice', '"say ""no"", twice"'],
    ["two\nlines", '"two\nlines"'],
    [{ a: ";=1" }, '"{""a"":"";\'=1""}"'],
    [{ a: 1 }, '"{""a"":1}"'],
  ])("writes %j as %j", (value, written) => {
    expect(csvLine([value])).toBe(`${written}\r\n`);
  });
});
