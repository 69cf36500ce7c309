// POST /track/sale with nobody who is told of it, and with endpoints that are told of every sale, in the same run.
import { runServiceRace } from "../contenders/service-race.ts";
import { ratioBar } from "../report/bars.ts";
import type { Scenario } from "../scenario.ts";

const endpoints = 2;

export const scenario: Scenario = {
  title: "POST /track/sale with endpoints that are told of each sale, beside none",
  contenders: ["told", "untold"],
  run: (options) =>
    runServiceRace(options, {
      entries: [
        {
          name: "told",
          about: `${endpoints} endpoints hear of every sale; a receiver on this machine takes what is sent`,
          traffic: "sale",
          connections: options.connections,
          endpoints,
        },
        {
          name: "untold",
          about: "nobody has an endpoint",
          traffic: "sale",
          connections: options.connections,
        },
      ],
      bars: (of) => ratioBar({ claim: "of none", ours: of("told"), theirs: of("untold"), bar: 0.9 }),
      notes: ["what goes out gives way to what comes in: what is not sent meanwhile is sent afterwards, from the log"],
    }),
};
