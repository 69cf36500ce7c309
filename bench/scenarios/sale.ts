// (b) POST /track/sale, held against (a) in the same run.
import { runServiceRace } from "../contenders/service-race.ts";
import { webhookEntry } from "../contenders/webhook-entry.ts";
import { ratioBar } from "../report/bars.ts";
import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = {
  title: "(b) POST /track/sale, compared with (a)",
  contenders: ["sale", "webhook"],
  run: (options) =>
    runServiceRace(options, {
      entries: [
        {
          name: "sale",
          about: "a keyed call becomes event, sale, commission and fee in one transaction, then 200",
          traffic: "sale",
          connections: options.connections,
        },
        webhookEntry("webhook", options.connections),
      ],
      bars: (of) => ratioBar({ claim: "of (a)", ours: of("sale"), theirs: of("webhook"), bar: 0.9 }),
      notes: ["the limit of calls a key may make is out of the way"],
    }),
};
