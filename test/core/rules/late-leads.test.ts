// Leads that a browser claimed and a server confirms: by the address that comes with the confirmation, and with the leads of their own hour.
import { expect, test } from "vitest";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import { anna, ben, click, lead, partnerJoined, programCreated } from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const [annaId, benId] = [2, 3];
const lead_reward = { amount_cents: 500, currency: "USD" } as const;
const noted = (partner_id: number): TestEvent => ({
  source: "operator",
  data: { type: "partner_email_noted", partner_id, email_hash: "hash-anna" },
});
const secondsOfDay = 86_400;

function record(settings: Partial<Settings>, story: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  const recruited = { type: "partner_recruited", partner_id: benId, recruited_by: annaId } as const;
  const beginning = [
    programCreated({ lead_auth: "server_required", lead_reward, ...settings }),
    ...[partnerJoined(anna), partnerJoined(ben), { source: "operator", data: recruited }],
  ];
  for (const event of [...beginning, ...story]) program.record(event);
  for (const batchSize of [1, 2, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  return program;
}

const held = (program: MemoryProgram) =>
  program
    .rows("flag")
    .map(({ sale_id, kind, partner_id }) => [sale_id, kind, partner_id, program.rows("commission")[0]?.status]);

test("the reward of a claim is held by the address that its confirmation names", () => {
  const story = (partner: number) => [
    ...[noted(annaId), click(partner), lead({ source: "browser" }), lead({ email_hash: "hash-anna" })],
  ];
  const own = record({ flag_own_email: "hold" }, story(annaId));
  expect(held(own)).toEqual([[7, "own_email", annaId, "held"]]);
  const circle = record({ flag_own_email: "hold", flag_recruit_circle: "hold" }, story(benId));
  expect(held(circle)).toEqual([[7, "recruit_circle", benId, "held"]]);
});

test("an address that a later report names leaves the reward of before as it was", () => {
  const story = [noted(annaId), click(annaId), lead(), lead({ event_name: "trial", email_hash: "hash-anna" })];
  expect(held(record({ flag_own_email: "hold" }, story))).toEqual([]);
});

test("a claim that is confirmed days later counts with the fast leads of its own hour", () => {
  const fast = { flag_fast_leads: "hold", fast_leads_count: 1, fast_leads_seconds: 10 } as const;
  const at = (seconds: number, customer: string, source: "api" | "browser" = "api"): readonly TestEvent[] => [
    click(annaId, { click_id: `of-${customer}`, day: seconds / secondsOfDay }),
    lead({ customer_key: customer, click_ids: [`of-${customer}`], source, day: (seconds + 1) / secondsOfDay }),
  ];
  const confirmed = lead({ customer_key: "claimed", click_ids: ["of-claimed"], day: 3 });
  const [counted, claimed, later] = [at(0, "counted"), at(60, "claimed", "browser"), at(7_200, "later")];
  const flags = (story: readonly TestEvent[]) =>
    record(fast, story)
      .rows("flag")
      .map(({ sale_id, evidence }) => [sale_id, evidence]);
  const flag = [8, { click_id: "of-claimed", leads: 2 }];
  expect(flags([...counted, ...claimed, confirmed])).toEqual([flag]);
  expect(flags([...counted, ...claimed, ...later, confirmed])).toEqual([flag]);
  expect(flags([...claimed, ...later, confirmed])).toEqual([]);
});
