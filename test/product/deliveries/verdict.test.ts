// Verdicts in words, of this release's reasons and of another's.
import { describe, expect, test } from "vitest";
import { type ConcludedDelivery, verdictInWords } from "../../../src/product/deliveries/verdict.ts";

const plain: ConcludedDelivery = {
  event_id: 12,
  type: "payment_succeeded",
  is_test: false,
  outcome: "recorded",
  reason: null,
  refers_to: null,
  detail: null,
};
const words = (verdict: Partial<ConcludedDelivery>) => verdictInWords({ ...plain, ...verdict });

// That every reason has a sentence is the compiler's to see: the sentences stand in records over the reasons.
describe("a reason", () => {
  test.each(["no_attribution", "payment_unknown"])("of a parked delivery says what it waits for: %s", (reason) => {
    expect(words({ outcome: "parked", reason })).toMatch(/waits for/);
  });

  test.each(["adjustment_pending", "wrong_program", "released"])("of an ignored one is a sentence: %s", (reason) => {
    expect(words({ outcome: "ignored", reason })).toMatch(/^[A-Z].*\.$/);
    expect(words({ outcome: "ignored", reason })).not.toContain(reason.replaceAll("_", " "));
  });

  test("with a scheme's own name is shown as it stands", () => {
    const reason = "scheme_permit_not_read";
    expect(words({ outcome: "ignored", reason })).toBe("It is not used: scheme permit not read.");
  });

  test("that every object has is no reason", () => {
    expect(words({ outcome: "ignored", reason: "constructor" })).toBe("It is not used: constructor.");
  });

  test("of a later release is shown as it stands", () => {
    expect(words({ outcome: "ignored", reason: "moon_phase" })).toBe("It is not used: moon phase.");
    expect(words({ outcome: "recorded", reason: "moon_phase" })).toBe("Recorded as sale 12: moon phase.");
  });
});

test.each<[string, Partial<ConcludedDelivery>]>([
  ["Recorded as sale 12.", {}],
  ["Recorded as a test: nobody earns.", { is_test: true }],
  ["Recorded as sale 12. It had waited, and event 20 settled it.", { reason: "settled", refers_to: 20 }],
  [
    "Recorded: names of one payment. They are joined when the payment itself is reported.",
    { type: "payment_identified", reason: "payment_awaited" },
  ],
  [
    "The payment is sale 7 already, reported under another name or once more.",
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
