// (d) A storm of duplicates: every delivery several times, twice at once and again later, held against (a) in the same run.
import { runServiceRace } from "../contenders/service-race.ts";
import { webhookEntry } from "../contenders/webhook-entry.ts";
import { ratioBar } from "../report/bars.ts";
import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = {
  title: "(d) duplicate storm: every delivery several times, also at once, compared with (a)",
  contenders: ["storm", "webhook"],
  flags: [{ name: "copies", meaning: "how often each delivery is sent", default: 4 }],
  run(options) {
    const copies = options.number("copies");
    return runServiceRace(options, {
      settings: { copies },
      entries: [
        {
          ...webhookEntry("storm", options.connections),
          about: `each delivery ${copies} times: two at once, the others later; all answered 200, one recorded`,
          copies,
        },
        webhookEntry("webhook", options.connections),
      ],
      bars: (of) => ratioBar({ claim: "of (a), duplicates counted", ours: of("storm"), theirs: of("webhook"), bar: 1 }),
      notes: ["every repeated delivery was answered as a duplicate, and none made a second record"],
    });
  },
};
