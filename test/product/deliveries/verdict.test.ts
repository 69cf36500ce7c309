// The verdict of a delivery for an operator: which reason and which numbers it names. Its wording is in one snapshot, so that a change of words is seen
// in one place and breaks no other claim.
import { describe, expect, test } from "vitest";
import { type ConcludedDelivery, verdictInWords, verdictWords } from "../../../src/product/deliveries/verdict.ts";

const plain: ConcludedDelivery = {
  event_id: 12,
  type: "payment_succeeded",
  is_test: false,
  outcome: "recorded",
  reason: null,
  refers_to: null,
  detail: null,
};
const words = (verdict: Partial<ConcludedDelivery>): string => verdictInWords({ ...plain, ...verdict });

/** By outcome, every reason that has words of its own. */
const known = Object.entries(verdictWords).flatMap(([outcome, reasons]) =>
  Object.keys(reasons).map((reason) => ({ outcome: outcome as keyof typeof verdictWords, reason })),
);

describe("a reason of this release", () => {
  test.each(known)("$outcome: $reason is explained, and not shown as its code", ({ outcome, reason }) => {
    const sentence = words({ outcome, reason, refers_to: 7 });
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentence).not.toBe(
      words({ outcome, reason: "moon_phase", refers_to: 7 }).replace("moon phase", reason.replaceAll("_", " ")),
    );
  });

  test("has words of its own, which differ from those of every other reason of its outcome", () => {
    // Two adapters' codes for one thing.
    const synonyms = ["told_by_payment_success", "payment_pending"];
    for (const [outcome, of] of Map.groupBy(known, (one) => one.outcome)) {
      const sentences = of
        .filter(({ reason }) => !synonyms.includes(reason))
        .map((one) => words({ ...one, refers_to: 7 }));
      expect(new Set(sentences).size, outcome).toBe(sentences.length);
    }
  });

  test.each([
    { outcome: "recorded", reason: "settled" },
    { outcome: "duplicate", reason: "same_payment" },
    { outcome: "duplicate", reason: "same_refund" },
  ] as const)("$outcome: $reason names the event it refers to", (verdict) => {
    expect(words({ ...verdict, refers_to: 70_123 })).toContain("70123");
  });
});

describe("a reason that this release does not list", () => {
  test.each([
    { outcome: "ignored", reason: "moon_phase" },
    { outcome: "recorded", reason: "moon_phase" },
    { outcome: "duplicate", reason: "moon_phase" },
    { outcome: "parked", reason: "moon_phase" },
    { outcome: "refused", reason: "moon_phase" },
  ] as const)("is shown as it is: $outcome", (verdict) => {
    expect(words(verdict)).toContain("moon phase");
  });

  test("is shown as it is where it is a payment scheme's own name", () => {
    expect(words({ outcome: "ignored", reason: "scheme_permit_not_read" })).toContain("scheme permit not read");
  });

  test("is none that every object has", () => {
    expect(words({ outcome: "ignored", reason: "constructor" })).toContain("constructor");
  });
});

test("a recorded payment names its sale, a test's none", () => {
  expect(words({ event_id: 70_123 })).toContain("70123");
  expect(words({ event_id: 70_123, is_test: true })).not.toContain("70123");
});

test("an expired attribution names the click's age and the window", () => {
  const detail = { click_age_days: 75, window_days: 61 };
  const verdict = words({ outcome: "expired", reason: "attribution_window_expired", detail });
  expect(verdict).toContain("75");
  expect(verdict).toContain("61");
});

test("a failed delivery names what could not be read, and our own fault as ours", () => {
  expect(words({ outcome: "failed", reason: "body is not JSON" })).toContain("body is not JSON");
  expect(words({ outcome: "failed", reason: "projector_error" })).not.toContain("could not be read");
});

test("the words of all verdicts", () => {
  const plainOnes: Partial<ConcludedDelivery>[] = [
    {},
    { is_test: true },
    { outcome: "pending" },
    { outcome: "failed", reason: "body is not JSON" },
    { outcome: "failed", reason: "projector_error" },
    { outcome: "expired", detail: { click_age_days: 75, window_days: 60 } },
  ];
  const all = [...plainOnes, ...known.map((one) => ({ ...one, refers_to: 7 }))];
  const lines = all.map((verdict) =>
    [verdict.outcome ?? "recorded", "reason" in verdict ? verdict.reason : "", words(verdict)].join(" | "),
  );
  expect(lines.join("\n")).toMatchSnapshot();
});
