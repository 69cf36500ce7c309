// Flags, what leads earn and what recruiters earn, in random histories of one program, held against the naive model after each step; and every
// history is projected again, in batches of each size. How often each thing happened is counted, so that agreeing about nothing fails.
import fc from "fast-check";
import { expect, test } from "vitest";
import { flagKinds } from "../../src/core/rules/events/settings/flag-settings.ts";
import { runsOf } from "../support/property-runs.ts";
import { History, steps } from "./suspicion-history.ts";

const seen = new Map<string, number>();
const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

function countAll({ program, model }: History): void {
  const commissions = new Map(program.rows("commission").map((row) => [row.sale_id, row]));
  for (const { kind, choice: chosen, resolved_as, sale_id } of program.rows("flag")) {
    const commission = commissions.get(sale_id);
    const of = commission?.kind ?? "refused";
    for (const what of [`${kind} of a ${of}`, `${kind} ${chosen}`, `resolved as ${resolved_as}`]) count(what);
    if (resolved_as === "abuse" && commission?.stage === "paid") count("abuse of what was paid");
    if (resolved_as === "fine" && chosen === "refuse" && commission !== undefined) count("refused and then earned");
  }
  for (const { kind, status } of commissions.values()) count(`${kind} ${status}`);
  for (const { given } of model.sales) if (given !== null) count("moved");
  for (const _ of program.rows("adjustment")) count("adjustment");
}

const inEach: readonly string[] = [
  ...flagKinds.map((kind) => `${kind} of a sale`),
  ...flagKinds.filter((kind) => kind !== "refund_rate").map((kind) => `${kind} of a lead`),
  ...flagKinds.map((kind) => `${kind} hold`),
  ...["own_email refuse", "own_device refuse", "own_device of a refused", "resolved as fine", "resolved as abuse"],
  ...["abuse of what was paid", "refused and then earned", "moved", "adjustment"],
  ...["sale", "lead", "referral"].flatMap((kind) => ["held", "paid", "approved"].map((status) => `${kind} ${status}`)),
  ...["sale reversed", "lead reversed", "referral reversed", "sale refunded", "referral refunded"],
];
const timesMin = 5;

test("commissions, flags and adjustments are what the model says", { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 40 }), (history, batchSize) => {
      const reported = new History();
      for (const step of history) {
        reported.take(step);
        reported.compare();
      }
      expect(reported.program.replay(batchSize).dump()).toBe(reported.program.dump());
      countAll(reported);
    }),
    { ...runsOf(2_000, 150), interruptAfterTimeLimit: 90_000 },
  );
});

test("they were about everything that is flagged, held, refused, reversed and earned", () => {
  expect(
    inEach.filter((what) => (seen.get(what) ?? 0) < timesMin).map((what) => `${what}: ${seen.get(what) ?? 0}`),
  ).toEqual([]);
});
