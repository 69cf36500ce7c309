// How the report is computed from the figures: medians, percentiles, bars, and the text that presents them.
import { describe, expect, test } from "vitest";
import { rotated } from "../../bench/contenders/take-turns.ts";
import { Latencies, percentile } from "../../bench/load/latencies.ts";
import { atMost, barText, ratioBar } from "../../bench/report/bars.ts";
import { cellText } from "../../bench/report/cells.ts";
import { median, spreadOf } from "../../bench/report/figures.ts";
import type { Series } from "../../bench/report/series.ts";

const series = (name: string, ...rates: readonly number[]): Series => ({
  name,
  about: "",
  turns: rates.map((perSecond, index) => ({ round: index + 1, load: 0, figures: { perSecond } })),
});

describe("a percentile", () => {
  const oneToHundred = Array.from({ length: 100 }, (_, index) => index + 1);

  test("is the smallest value that this share of all does not exceed", () => {
    expect([0.5, 0.9, 0.99, 0.999, 1].map((share) => percentile(oneToHundred, share))).toEqual([50, 90, 99, 100, 100]);
  });

  test("of one value is that value, and of none no number", () => {
    expect(percentile([7], 0.5)).toBe(7);
    expect(percentile([], 0.5)).toBeNaN();
  });

  test("does not count room that was not used", () => {
    const latencies = new Latencies(1_000);
    for (const milliseconds of [3, 1, 2]) latencies.add(milliseconds);
    expect(latencies.summary()).toMatchObject({ p50: 2, max: 3, mean: 2 });
  });
});

test("a median of an even number of values is the mean of the two in the middle", () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([30, 10, 20])).toBe(20);
});

test("a spread passes over turns that have no such figure", () => {
  expect(spreadOf([5, null, undefined, Number.NaN, 1])).toEqual({ median: 3, min: 1, max: 5 });
  expect(spreadOf([null])).toBeNull();
});

describe("a ratio", () => {
  const ours = series("ours", 300, 100, 200);
  const theirs = series("theirs", 100, 100, 400);

  test("is that of the medians, with each round's", () => {
    const [bar] = ratioBar({ claim: "of theirs", ours, theirs, bar: 1.5 });
    expect(bar).toMatchObject({ value: 2, isMet: true, ofRounds: { median: 1, min: 0.5, max: 3 } });
  });

  test("is no bar when one of the two did not take part", () => {
    expect(ratioBar({ claim: "of theirs", ours, theirs: undefined, bar: 1.5 })).toEqual([]);
  });

  test("is not met by figures that are not there", () => {
    const [bar] = ratioBar({ claim: "of theirs", ours, theirs: series("theirs"), bar: 1.5 });
    expect(bar?.isMet).toBe(false);
  });

  test("is shown with the margin by which it is met or not", () => {
    const [met] = ratioBar({ claim: "of theirs", ours, theirs, bar: 1.5 });
    const [missed] = ratioBar({ claim: "of theirs", ours, theirs, bar: 4 });
    expect([met, missed].map((bar) => bar && barText(bar))).toEqual([
      "met, 33 % above      2.00 of theirs (at least 1.50; rounds 0.50 to 3.00, median 1.00)",
      "NOT MET, 50 % below  2.00 of theirs (at least 4.00; rounds 0.50 to 3.00, median 1.00)",
    ]);
  });
});

test("what must not be exceeded is met below it", () => {
  expect(barText(atMost("ms p99", 15, 20))).toBe("met, 25 % below      15.0 ms p99 (at most 20.0)");
  expect(atMost("ms p99", 20.1, 20).isMet).toBe(false);
});

test("a cell shows the median with its range, or a dash if unknown", () => {
  const column = { figure: "perSecond", heading: "requests/s", digits: 0 };
  expect(cellText(series("a", 1_000, 3_000, 2_000), column, true)).toBe("2,000 (1,000 to 3,000)");
  expect(cellText(series("a", 1_000, 3_000, 2_000), column, false)).toBe("2,000");
  expect(cellText(series("a"), column, true)).toBe("–");
});

test("each round starts with another contender, and all take part", () => {
  expect([0, 1, 2, 3].map((round) => rotated(["a", "b", "c"], round).join(""))).toEqual(["abc", "bca", "cab", "abc"]);
});
