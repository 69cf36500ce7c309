// What all changes since a commit cost together, where each alone was "no slower": that commit and this checkout on one PostgreSQL,
// turn after turn, both driven through the front door.
import { flagKinds } from "../../src/core/rules/events/settings/flag-settings.ts";
import type { Contender } from "../contenders/contender.ts";
import { openFrontDoor } from "../contenders/front-door.ts";
import { takeTurns } from "../contenders/take-turns.ts";
import { checkAll, withArena, withContenders } from "../contenders/with-contenders.ts";
import { type EarlierCheckout, ownFolder, withEarlierCheckout } from "../earlier-checkout.ts";
import { ratioBar } from "../report/bars.ts";
import { closedColumns } from "../report/columns.ts";
import type { Finding, Options, Scenario } from "../scenario.ts";

/** An engine compiles for some seconds; what it does then is no commit's cost. */
const warmUpTurns = 4;
const warmUpSeconds = 4;

export const scenario: Scenario = {
  title:
    "(m) an earlier commit and this checkout, in turns: webhooks of one program; --against names the tag or commit",
  contenders: ["now", "now-plain", "then"],
  flags: [{ name: "against", meaning: "tag or commit; nothing is measured without", default: "" }],
  run: (options) => {
    const against = options.text("against");
    if (against === "") return Promise.resolve(nothingMeasured);
    return withEarlierCheckout(against, (checkout) => race(checkout, options));
  },
};

/** New programs look for them. */
const noFlags = flagKinds.flatMap((kind) => [`--flag-${kind.replaceAll("_", "-")}`, "off"]);

const nothingMeasured: Finding = {
  postgres: "-",
  settings: {},
  tables: [],
  bars: [],
  checks: [],
  notes: ["nothing was measured: name a tag or commit by --against"],
};

function race({ folder, about }: EarlierCheckout, options: Options): Promise<Finding> {
  const { rounds, seconds, connections } = options;
  return withArena((arena) => {
    const entries = [
      { name: "now", about: "this checkout, with what is not committed", folder: ownFolder },
      {
        name: "now-plain",
        about: "the same, to a program that looks for no flags",
        folder: ownFolder,
        settings: noFlags,
      },
      { name: "then", about, folder },
    ].filter(({ name }) => options.wants(name));
    const opens = entries.map((entry) => () => openFrontDoor(arena, { ...entry, connections }));
    return withContenders(opens, async (contenders) => {
      await warmUp(contenders);
      const series = await takeTurns(contenders, { rounds, seconds, label: "c", isWarmedUp: true, warmUpSeconds: 0.5 });
      const [ours, plain, theirs] = ["now", "now-plain", "then"].map((name) =>
        series.find((each) => each.name === name),
      );
      const ratio = { ours, theirs };
      return {
        postgres: arena.server.version,
        settings: { rounds, seconds, connections, against: about },
        tables: [{ title: "webhooks of one program", columns: closedColumns, series }],
        bars: [
          ...ratioBar({ ...ratio, claim: "of its rate", bar: 1 }),
          ...ratioBar({ ours: plain, theirs, claim: "of its rate, without flags", bar: 1 }),
          ...ratioBar({ ...ratio, claim: "of its p99", figure: "p99", bar: 1, sense: "at most" }),
          ...ratioBar({ ...ratio, claim: "of its CPU", figure: "serverMicroseconds", bar: 1, sense: "at most" }),
          ...ratioBar({
            ...ratio,
            claim: "of its PostgreSQL's",
            figure: "databaseMicroseconds",
            bar: 1,
            sense: "at most",
          }),
        ],
        checks: await checkAll(contenders),
        notes: [],
      };
    });
  });
}

async function warmUp(contenders: readonly Contender[]): Promise<void> {
  for (let turn = 0; turn < warmUpTurns; turn += 1) {
    console.log(`warming up ${turn + 1} of ${warmUpTurns}`);
    for (const contender of contenders) await contender.turn({ run: `w${turn}`, seconds: warmUpSeconds });
  }
}
