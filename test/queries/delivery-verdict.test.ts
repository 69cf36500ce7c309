// Verdicts in words: every reason that adapters and the fold can give has its sentence.
import { describe, expect, test } from "vitest";
import { type Verdict, verdictInWords } from "../../src/queries/delivery-verdict.ts";
import { readTree } from "../support/tree.ts";

const plain: Verdict = {
  event_id: 12,
  type: "payment_succeeded",
  is_test: false,
  outcome: "recorded",
  reason: null,
  refers_to: null,
  detail: null,
};
const words = (verdict: Partial<Verdict>) => verdictInWords({ ...plain, ...verdict });

/** Adapters, and the folds of what they read. */
const readers =
  /^(adapters\/.*|src\/core\/fold\/(payer|payment|payment-identified|reversal|subscription-started))\.ts$/;
const sources = readTree().filter(({ path }) => readers.test(path));

/** The texts handed to the function of this name, also behind a condition. */
function reasonsOf(name: string): string[] {
  const calls = sources.flatMap(({ source }) => [...source.matchAll(new RegExp(`\\b${name}\\(([^)]*)\\)`, "g"))]);
  const texts = calls.flatMap(([, parameters = ""]) =>
    [...parameters.matchAll(/"([a-z_]+)"/g)].map(([, text]) => text),
  );
  return [...new Set(texts)].filter((text): text is string => text !== undefined);
}

/** What the sentence would be made of where nobody wrote one. */
const withoutSentence = (reason: string) => reason.replaceAll("_", " ");

describe("a reason", () => {
  const statuses = ["rejected"];
  const ofIgnored = reasonsOf("ignored").filter((reason) => !statuses.includes(reason));

  test("is found in the sources", () => {
    expect(ofIgnored.length).toBeGreaterThan(30);
    expect(ofIgnored).toContain("adjustment_pending");
    expect(ofIgnored).toContain("wrong_program");
  });

  test.each(ofIgnored)("of an ignored delivery has a sentence: %s", (reason) => {
    expect(words({ outcome: "ignored", reason })).not.toContain(`used: ${withoutSentence(reason)}.`);
    expect(words({ outcome: "ignored", reason })).toMatch(/^[A-Z].*\.$/);
  });

  test.each(["no_attribution", "payment_unknown"])("of a parked one has a sentence: %s", (reason) => {
    expect(words({ outcome: "parked", reason })).toMatch(/waits for/);
  });

  test("of a later release is shown as it stands", () => {
    expect(words({ outcome: "ignored", reason: "moon_phase" })).toBe("It is not used: moon phase.");
    expect(words({ outcome: "recorded", reason: "moon_phase" })).toBe("Recorded as sale 12: moon phase.");
  });
});

test.each<[string, Partial<Verdict>]>([
  ["Recorded as sale 12.", {}],
  ["Recorded as a test: nobody earns.", { is_test: true }],
  ["Recorded as sale 12. It had waited, and event 20 settled it.", { reason: "settled", refers_to: 20 }],
  [
    "Recorded: names of one payment. They are joined when the payment itself is told.",
    { type: "payment_identified", reason: "payment_awaited" },
  ],
  [
    "The payment is sale 7 already, told under another name or once more.",
    { outcome: "duplicate", reason: "same_payment", refers_to: 7 },
  ],
  ["This refund of sale 7 is recorded already.", { outcome: "duplicate", reason: "same_refund", refers_to: 7 }],
  [
    "The attribution window had expired: the click was 75 days old, of 60. Nobody earns.",
    { outcome: "expired", reason: "attribution_window_expired", detail: { click_age_days: 75, window_days: 60 } },
  ],
  [
    "It could not be read (body is not JSON): it waits to be retried after a fix.",
    { outcome: "failed", reason: "body is not JSON" },
  ],
  [
    "Our own code failed on it: nothing was booked, and it waits to be retried after a fix.",
    { outcome: "failed", reason: "projector_error" },
  ],
  ["It is in the log, and the books do not hold it yet.", { outcome: "pending" }],
])("%s", (sentence, verdict) => {
  expect(words(verdict)).toBe(sentence);
});
