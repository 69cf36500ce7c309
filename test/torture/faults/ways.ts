// What happens between a process and its database or its callers, and to clocks.
import { setTimeout as sleep } from "node:timers/promises";
import type { House } from "../house.ts";
import type { Wire } from "../wire.ts";
import { ended, type FaultKind, needsOneProcessEach, needsServer, type Scene } from "./fault.ts";

/** Of one process or of all. */
function someWires({ house, chance }: Scene): { readonly wires: readonly Wire[]; readonly whose: string } {
  const index = chance.below(house.services.length + 1);
  const own = house.wires[index];
  return own === undefined
    ? { wires: house.wires.flat(), whose: "all processes" }
    : { wires: own, whose: house.services[index]?.name ?? "" };
}

async function disturb(scene: Scene, most: number, begin: (wire: Wire) => void): ReturnType<FaultKind["run"]> {
  const { wires, whose } = someWires(scene);
  const milliseconds = scene.chance.between(100, most);
  for (const wire of wires) begin(wire);
  await sleep(milliseconds);
  for (const wire of wires) wire.mend();
  return ended(`${whose}, ${milliseconds} ms`);
}

const toDatabase = (name: string, words: string, most: number, begin: (wire: Wire) => void): FaultKind => ({
  name,
  words: `to the database: ${words}`,
  of: "way",
  weight: 3,
  missing: needsServer,
  run: (scene) => disturb(scene, most, begin),
});

const stepSeconds = [-100_000, -400, -120, 120, 400, 100_000] as const;
const databaseStepSeconds = [-400, -120, -20, 20, 120, 400] as const;

async function whileClockIsOff(
  house: House,
  begin: () => Promise<void> | void,
  end: () => Promise<void> | void,
  milliseconds: number,
): Promise<void> {
  house.isClockOff = true;
  await begin();
  await sleep(milliseconds);
  await end();
}

export const wayFaults: readonly FaultKind[] = [
  toDatabase("database_cut", "cut for up to 4 s", 4_000, (wire) => wire.cut()),
  toDatabase("database_half_closed", "half closed", 500, (wire) => wire.halfClose()),
  toDatabase("database_silent", "silent for up to 9 s, and its connections for ever", 9_000, (wire) => wire.silence()),
  toDatabase("database_slow", "every piece up to 150 ms late for up to 5 s", 5_000, (wire) => wire.slow(150)),
  {
    name: "callers_cut",
    words: "to callers: every connection cut, again and again for up to 2 s",
    of: "way",
    weight: 3,
    run: async ({ house, chance }) => {
      const milliseconds = chance.between(200, 2_000);
      const end = performance.now() + milliseconds;
      while (performance.now() < end) {
        for (const { front } of house.services) front.reset();
        await sleep(chance.between(5, 60));
      }
      return ended(`${milliseconds} ms`);
    },
  },
  {
    name: "service_clock_step",
    words: "a process's clock is off by up to a day for up to 4 s",
    of: "clock",
    weight: 3,
    missing: needsOneProcessEach,
    run: async ({ house, chance }) => {
      const service = chance.oneOf(house.services);
      const seconds = chance.oneOf(stepSeconds);
      const milliseconds = chance.between(500, 4_000);
      const move = (by: number) => () => service.moveClock(by * 1000);
      await whileClockIsOff(house, move(seconds), move(0), milliseconds);
      return ended(`${service.name} by ${seconds} s for ${milliseconds} ms`);
    },
  },
  {
    name: "database_clock_step",
    words: "the database's clock is off by up to 400 s for up to 4 s",
    of: "clock",
    weight: 3,
    missing: needsServer,
    run: async ({ house, chance }) => {
      const seconds = chance.oneOf(databaseStepSeconds);
      const milliseconds = chance.between(500, 4_000);
      const move = (by: number) => () => house.stepDatabaseClock(by);
      await whileClockIsOff(house, move(seconds), move(-seconds), milliseconds);
      return ended(`by ${seconds} s for ${milliseconds} ms`);
    },
  },
];
