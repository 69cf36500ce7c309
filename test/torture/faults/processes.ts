// What happens to processes of the service as a whole.
import { setTimeout as sleep } from "node:timers/promises";
import { ended, type FaultKind } from "./fault.ts";

export const processFaults: readonly FaultKind[] = [
  {
    name: "kill_any_time",
    words: "killed at any time",
    of: "process",
    weight: 6,
    run: async ({ house, chance }) => {
      await sleep(chance.below(300));
      const service = chance.oneOf(house.services);
      service.kill();
      return ended(service.name, 1);
    },
  },
  {
    name: "kill_all",
    words: "all processes killed at once",
    of: "process",
    weight: 5,
    run: async ({ house, chance }) => {
      await sleep(chance.below(300));
      for (const service of house.services) service.kill();
      return ended(`${house.services.length} processes`, house.services.length);
    },
  },
  {
    name: "kill_twice",
    words: "killed, and again while it starts",
    of: "process",
    weight: 2,
    run: async ({ house, chance }) => {
      const service = chance.oneOf(house.services);
      const milliseconds = chance.between(200, 1_500);
      service.kill();
      await sleep(milliseconds);
      service.kill();
      return ended(`${service.name}, ${milliseconds} ms later`, 2);
    },
  },
  {
    name: "stand_still",
    words: "a process is stopped (SIGSTOP) for up to 8 s",
    of: "process",
    weight: 3,
    run: async ({ house, chance }) => {
      const service = chance.oneOf(house.services);
      const milliseconds = chance.between(200, 8_000);
      service.stand();
      await sleep(milliseconds);
      service.goOn();
      return ended(`${service.name}, ${milliseconds} ms`);
    },
  },
];
