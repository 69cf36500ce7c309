// The period's figures, each with that of the period before; the selected one is charted below.
import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { Search } from "../../api/search.ts";
import { formatShare } from "../../format.ts";
import { say } from "../../texts/overview.ts";
import { formatMeasure, type Measure, type Totals } from "./measures.ts";

type TilesProps = {
  readonly measures: readonly Measure[];
  readonly chosen: Measure;
  readonly totals: Totals;
  readonly previous: Totals;
};

export function Tiles({ measures, chosen, totals, previous }: TilesProps) {
  const groups = Map.groupBy(measures, ({ currency }) => currency);
  return (
    <nav className="tile-groups" aria-label={say("whatTheChartShows")}>
      {[...groups].map(([currency, ofCurrency]) => (
        <div key={currency} className="tiles">
          {ofCurrency.map((measure) => (
            <Link
              key={measure.id}
              to="."
              search={(search: Search) => ({ ...search, measure: measure.id })}
              replace={true}
              resetScroll={false}
              className="tile"
              aria-current={measure.id === chosen.id ? "true" : undefined}
            >
              <span className="tile-label">{measure.label}</span>
              <span className="tile-figure">{formatMeasure(measure, measure.of(totals))}</span>
              <Change now={Number(measure.of(totals))} before={Number(measure.of(previous))} />
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}

function Change({ now, before }: { readonly now: number; readonly before: number }) {
  if (before === 0) return <span className="tile-change quiet">{now === 0 ? say("asBefore") : say("upFrom0")}</span>;
  const share = (now - before) / before;
  const Icon = share < 0 ? ArrowDown : ArrowUp;
  return (
    <span className="tile-change quiet">
      {share === 0 ? null : <Icon size={12} aria-hidden="true" />}
      {share === 0
        ? say("asBefore")
        : say(share < 0 ? "lessByShare" : "moreByShare", { share: formatShare(Math.abs(share)) })}
    </span>
  );
}
