// 360 operations on money, in an order that chance gives, over HTTP at two processes and by command: after every 30 of
// them (90 in npm test) balances, statements, lists, CSV and partners' pages are what a model says that got the same events and shares no code.
import fc from "fast-check";
import { expect, test } from "vitest";
import { howMany, propertySeed } from "../support/property-runs.ts";
import { compare } from "./compare.ts";
import { type Driven, drive } from "./drive.ts";
import { Ledger } from "./ledger.ts";
import { histories } from "./operations.ts";
import { phenomenaOf, wantedPhenomena } from "./phenomena.ts";
import { openSetting, type Setting, type Side } from "./setting.ts";

const operationsBetweenLooks = howMany(30, 90);
const commandsEvery = howMany(4, 2);

const programs = [
  { settings: { hold_period_days: 0 }, currencies: ["USD", "EUR", "VND"], paysByPaypal: false },
  { settings: { hold_period_days: 7, attribution_window_days: 365 }, currencies: ["USD"], paysByPaypal: true },
] as const;

const historiesOfRun = howMany(4, 1);
const seen = new Set<string>();

test.each(Array.from({ length: historiesOfRun }, (_, index) => propertySeed + 1 + index))(
  "360 operations agree with the model (seed %i)",
  { timeout: 600_000 },
  async (seed) => {
    const [history = []] = fc.sample(histories, { numRuns: 1, seed });
    expect(history).toHaveLength(360);
    const setting = await openSetting(programs);
    const driven: Driven = { setting, ledgers: ledgersOf(setting), reported: [] };
    try {
      const [paypals] = driven.ledgers.filter(({ place }) => place.plan.paysByPaypal);
      if (paypals !== undefined) await agree(setting, paypals);
      await drive(driven, history, (done) => look(driven, done));
      await prove(setting);
    } catch (error) {
      throw new Error(historyOf(error, driven, seed), { cause: error });
    } finally {
      await setting.close();
    }
  },
);

test("they were about everything that moves money", () => {
  expect(wantedPhenomena.filter((what) => !seen.has(what))).toEqual([]);
});

/** The first partner, to self-billing. */
async function agree(setting: Setting, { place, invoices }: Ledger): Promise<void> {
  await setting.chooseSelfBilling(place, 0, true);
  invoices.choose(place.partners[0]?.partnerId ?? 0, true);
}

function ledgersOf(setting: Setting): Ledger[] {
  return programs.flatMap(({ settings, currencies }, index) => {
    const place = setting.places[index];
    return place === undefined ? [] : [new Ledger(place, settings, currencies)];
  });
}

/** At either process in turns; by command as well at every fourth look. */
async function look({ setting, ledgers }: Driven, done: number): Promise<void> {
  for (const what of ledgers.flatMap(phenomenaOf)) seen.add(what);
  for (const { place } of ledgers)
    expect(await setting.imbalances(place), `the balance of ${place.programId}`).toEqual([]);
  if (done % operationsBetweenLooks !== 0) return;
  const looks = done / operationsBetweenLooks;
  const byCommand = looks % commandsEvery === 0;
  const sideOf = (index: number): Side => ((looks + index) % 2 === 0 ? 0 : 1);
  await Promise.all(ledgers.map((ledger, index) => compare(setting, ledger, { side: sideOf(index), byCommand })));
}

/** By processes of their own, as an operator does. */
async function prove(setting: Setting): Promise<void> {
  const verified = await setting.svc(["verify", "--json"], true);
  expect(verified, verified.stderr).toMatchObject({ code: 0 });
  const again = await setting.svc(["replay", "--all", "--json"], true);
  expect(JSON.parse(again.stdout), again.stderr).toMatchObject({ status: "done" });
}

function historyOf(error: unknown, { setting, reported }: Driven, seed: number): string {
  const message = error instanceof Error ? error.message : String(error);
  const again = `PROPERTY_SEED=${seed} npm run test:long -- test/driver`;
  return [message, `Seed ${seed}, after:`, ...reported, ...setting.warnings(), `Again: ${again}`].join("\n");
}
