// POST /track/sale without endpoints, and with endpoints that receive every sale, in the same run.
import { runServiceRace } from "../contenders/service-race.ts";
import { ratioBar } from "../report/bars.ts";
import type { Scenario } from "../scenario.ts";

const endpoints = 2;

export const scenario: Scenario = {
  title: "POST /track/sale with endpoints that receive each sale, compared with none",
  contenders: ["with-endpoint", "without"],
  run: (options) =>
    runServiceRace(options, {
      entries: [
        {
          name: "with-endpoint",
          about: `${endpoints} endpoints receive every sale; a receiver on this machine accepts the messages`,
          traffic: "sale",
          connections: options.connections,
          endpoints,
        },
        {
          name: "without",
          about: "without endpoints",
          traffic: "sale",
          connections: options.connections,
        },
      ],
      bars: (of) => ratioBar({ claim: "of none", ours: of("with-endpoint"), theirs: of("without"), bar: 0.9 }),
      notes: ["what goes out gives way to what comes in: what is not sent meanwhile is sent afterwards, from the log"],
    }),
};
