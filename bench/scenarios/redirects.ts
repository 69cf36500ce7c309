// GET /r/<code>, a partner's link: the click is in the log before the redirect. Compared with Express that only redirects.
import { openBareRedirect } from "../contenders/bare-redirect.ts";
import type { LoadContender } from "../contenders/load-contender.ts";
import { openServiceContender } from "../contenders/service.ts";
import { serverWarmUpSeconds, takeTurns } from "../contenders/take-turns.ts";
import { checkAll, withArena, withContenders } from "../contenders/with-contenders.ts";
import { atLeast, atMost, type Bar, medianFigure } from "../report/bars.ts";
import { closedColumns, openColumns } from "../report/columns.ts";
import { spreadOf } from "../report/figures.ts";
import type { Series } from "../report/series.ts";
import type { Options, Scenario } from "../scenario.ts";

const ours = "link";
const bare = "bare-redirect";
const perSecondWanted = 5_000;
const shareOfBare = 0.6;
const millisecondsMax = 5;
/** Few brands see more. */
const perSecondByDefault = 1_000;

export const scenario: Scenario = {
  title: "GET /r/<code>: a link whose click is durable before the redirect, compared with a bare Express redirect",
  contenders: [ours, bare],
  flags: [{ name: "rate", meaning: "redirects a second of the second part", default: perSecondByDefault }],
  run: (options) =>
    withArena((arena) => {
      const { connections, rounds, seconds, wants } = options;
      const about = "the click becomes an event in one transaction, then 302 with its id";
      const opens: (() => Promise<LoadContender>)[] = [
        ...(wants(ours)
          ? [() => openServiceContender(arena, { name: ours, about, traffic: "link", connections })]
          : []),
        ...(wants(bare) ? [() => openBareRedirect(arena, bare, connections)] : []),
      ];
      return withContenders(opens, async (contenders) => {
        const turns = { rounds, seconds, warmUpSeconds: serverWarmUpSeconds };
        const closed = await takeTurns(contenders, { ...turns, label: "c" });
        const perSecond = options.number("rate");
        const open = await takeTurns(contenders, { ...turns, label: "o", isWarmedUp: true }, (contender, request) =>
          contender.openTurn({ ...request, perSecond }),
        );
        return {
          postgres: arena.server.version,
          settings: { rounds, seconds, connections, rate: perSecond },
          tables: [
            { title: `${connections} connections`, columns: closedColumns, series: closed },
            { title: `${perSecond} a second`, columns: openColumns, series: open },
          ],
          bars: barsOf(closed, open, options),
          checks: await checkAll(contenders),
          notes: ["at a fixed rate, latencies count from the intended start and hold the generator's own lateness"],
        };
      });
    }),
};

function barsOf(closed: readonly Series[], open: readonly Series[], options: Options): Bar[] {
  const of = (series: readonly Series[], name: string) => series.find((each) => each.name === name);
  const [link, limit, calm] = [of(closed, ours), of(closed, bare), of(open, ours)];
  if (link === undefined || limit === undefined || calm === undefined) return [];
  const wanted = Math.min(perSecondWanted, shareOfBare * medianFigure(limit, "perSecond"));
  const rates = link.turns.map(({ figures }) => figures.perSecond ?? Number.NaN);
  const medians = calm.turns.map(({ figures }) => figures.p50 ?? Number.NaN);
  const rate = options.number("rate");
  return [
    atLeast(
      "redirects/s, of 5,000 and 0.6 of bare Express the lower",
      medianFigure(link, "perSecond"),
      wanted,
      spreadOf(rates),
    ),
    atMost(`ms p50 at ${rate}/s`, medianFigure(calm, "p50"), millisecondsMax, spreadOf(medians)),
  ];
}
