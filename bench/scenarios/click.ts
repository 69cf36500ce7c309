// (c) POST /track/click, held against (a) in the same run.
import { runServiceRace } from "../contenders/service-race.ts";
import { webhookEntry } from "../contenders/webhook-entry.ts";
import { ratioBar } from "../report/bars.ts";
import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = {
  title: "(c) POST /track/click, compared with (a)",
  contenders: ["click", "webhook"],
  run: (options) =>
    runServiceRace(options, {
      entries: [
        {
          name: "click",
          about: "a browser's call becomes event and click in one transaction, then 200 with the click id",
          traffic: "click",
          connections: options.connections,
        },
        webhookEntry("webhook", options.connections),
      ],
      bars: (of) => ratioBar({ claim: "of (a)", ours: of("click"), theirs: of("webhook"), bar: 1.2 }),
      notes: ["the limit of clicks from one address is as high as it goes: 1,000,000 a minute"],
    }),
};
