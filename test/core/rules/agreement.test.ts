// A partner accepts the version of the agreement that is in force, once; a later version asks again. A replay finds the same.
import { expect, test } from "vitest";
import { anna, partnerJoined, programCreated } from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const annaId = 2;
const digestOf = (version: number) => String(version).repeat(64);
const operator = (data: TestEvent["data"]): TestEvent => ({ source: "operator", data });
const published = (version: number, text = "Do not bid on our name.") =>
  operator({ type: "agreement_published", version, text, sha256: digestOf(version) });
const accepted = (version: number, sha256 = digestOf(version), partner_id = annaId) =>
  operator({ type: "agreement_accepted", partner_id, version, sha256 });

function after(...story: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  for (const event of [programCreated(), partnerJoined(anna), ...story]) program.record(event);
  for (const batchSize of [1, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  return program;
}

const versionOf = (program: MemoryProgram) => program.one("partner").accepted?.version ?? null;

test("the version in force is accepted, and the first acceptance counts", () => {
  const program = after(published(1), accepted(1), accepted(1));
  expect(program.one("program").agreement).toMatchObject({ version: 1, is_ended: false, event_id: 3 });
  expect(program.one("partner").accepted).toMatchObject({ version: 1, event_id: 4 });
});

test("an earlier version, another text and an ended agreement are not accepted", () => {
  expect(versionOf(after(published(1), published(2), accepted(1)))).toBeNull();
  expect(versionOf(after(published(1), accepted(1, digestOf(2))))).toBeNull();
  expect(versionOf(after(published(1), published(2, ""), accepted(2)))).toBeNull();
  expect(versionOf(after(accepted(1)))).toBeNull();
});

test("accepted versions are kept after a new version and after the end", () => {
  expect(versionOf(after(published(1), accepted(1), published(2)))).toBe(1);
  expect(versionOf(after(published(1), accepted(1), published(2), accepted(2)))).toBe(2);
  const ended = after(published(1), accepted(1), published(2, ""));
  expect([versionOf(ended), ended.one("program").agreement?.is_ended]).toEqual([1, true]);
});

test("a partner that is not there accepts nothing", () => {
  const program = after(published(1), accepted(1, digestOf(1), 99));
  expect(versionOf(program)).toBeNull();
});
