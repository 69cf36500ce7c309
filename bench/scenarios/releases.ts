// Two checkouts of this repository, taking short turns on one machine for as long as both are warm: what a change costs. One after
// the other in runs of their own would measure the machine, whose speed moves by half within minutes.
import { resolve } from "node:path";
import { type CheckoutContender, openCheckout } from "../contenders/checkout.ts";
import type { Traffic } from "../contenders/service.ts";
import { takeTurns } from "../contenders/take-turns.ts";
import { checkAll, withContenders } from "../contenders/with-contenders.ts";
import { ratioBar } from "../report/bars.ts";
import { closedColumns } from "../report/columns.ts";
import type { Finding, Options, Scenario } from "../scenario.ts";

const traffics: readonly Traffic[] = ["webhook", "sale", "click"];
/** An engine compiles for some seconds; what it does then is no release's cost. */
const warmUpTurns = 4;
const warmUpSeconds = 4;

export const scenario: Scenario = {
  title: "(k) this checkout compared with another one, in turns: --before is its folder, where npm ci was run",
  contenders: ["now", "before"],
  flags: [
    { name: "before", meaning: "folder of the other checkout; nothing is measured without", default: "" },
    { name: "traffic", meaning: `one of ${traffics.join(", ")}`, default: "webhook" },
  ],
  run: (options) => {
    const folder = options.text("before");
    return folder === "" ? Promise.resolve(nothingMeasured) : race(resolve(folder), options);
  },
};

const nothingMeasured: Finding = {
  postgres: "-",
  settings: {},
  tables: [],
  bars: [],
  checks: [],
  notes: ["nothing was measured: name another checkout by --before"],
};

async function race(folder: string, options: Options): Promise<Finding> {
  const { rounds, seconds, connections } = options;
  const traffic = readTraffic(options.text("traffic"));
  const entries = [
    { name: "now", folder: resolve(import.meta.dirname, "../..") },
    { name: "before", folder },
  ].filter(({ name }) => options.wants(name));
  const openings = entries.map((entry) => () => openCheckout({ ...entry, traffic, connections }));
  return withContenders(openings, async (contenders) => {
    await warmUp(contenders);
    const series = await takeTurns(contenders, { rounds, seconds, label: "c", isWarmedUp: true, warmUpSeconds: 0.5 });
    const of = (name: string) => series.find((each) => each.name === name);
    return {
      postgres: contenders[0]?.postgres ?? "-",
      settings: { rounds, seconds, connections, traffic },
      tables: [{ title: traffic, columns: closedColumns, series }],
      bars: ratioBar({ claim: "of the release before", ours: of("now"), theirs: of("before"), bar: 1 }),
      checks: await checkAll(contenders),
      notes: [],
    };
  });
}

async function warmUp(contenders: readonly CheckoutContender[]): Promise<void> {
  for (let turn = 0; turn < warmUpTurns; turn += 1) {
    for (const contender of contenders) await contender.turn({ run: `w${turn}`, seconds: warmUpSeconds });
  }
}

function readTraffic(text: string): Traffic {
  const traffic = traffics.find((each) => each === text);
  if (traffic === undefined) throw new Error(`--traffic must be one of ${traffics.join(", ")}`);
  return traffic;
}
