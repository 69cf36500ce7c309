// A program's figures compared with the period before, and what needs attention.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button.tsx";
import { Chart } from "../../components/chart.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Page } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { decimalsOf } from "../../format.ts";
import { type Mode, useMode } from "../../mode.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/overview.ts";
import { Attention } from "./attention.tsx";
import { Funnel } from "./funnel.tsx";
import { formatMeasure, type Measure, measuresOf } from "./measures.ts";
import { type Period, periodOf } from "./period.ts";
import { PeriodChoice } from "./period-choice.tsx";
import { Tiles } from "./tiles.tsx";
import { Tops } from "./tops.tsx";

type Overview = Schemas["ProgramsOverview"];

export function OverviewPage() {
  const { programId } = useParams({ from: "/programs/$programId/overview" });
  const search = useSearch({ from: "/programs/$programId/overview" });
  const mode = useMode();
  const period = useMemo(() => periodOf(search, Date.now()), [search]);
  const { data: overview, error, refetch } = useQuery(overviewQuery(programId, period, mode));
  return (
    <Page title={say("overview")} actions={<PeriodChoice period={period} />}>
      {error === null || overview !== undefined ? null : <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {overview === undefined && error === null ? <Skeleton lines={8} /> : null}
      {overview === undefined ? null : <Figures programId={programId} overview={overview} />}
    </Page>
  );
}

function overviewQuery(programId: number, { from, before }: Pick<Period, "from" | "before">, mode: Mode) {
  const is_test = mode === "test";
  return {
    queryKey: ["program", programId, "overview", from, before, mode],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/overview", {
          params: { path: { program_id: programId }, query: { from, before, is_test } },
        }),
      ).then(({ data }) => data),
    placeholderData: keepPreviousData,
  };
}

function Figures({ programId, overview }: { readonly programId: number; readonly overview: Overview }) {
  const { totals, previous, attention, funnel } = overview;
  const search = useSearch({ strict: false });
  const currencies = [
    ...new Set([...totals.currencies, ...previous.totals.currencies].map(({ currency }) => currency)),
  ];
  const measures = measuresOf(currencies);
  const measure = measures.find(({ id }) => id === search.measure) ?? measureToBegin(measures, overview);
  if (isNothing(overview)) {
    return (
      <>
        <Attention programId={programId} attention={attention} />
        <EmptyState
          title={say("nothingArrivedInThisPeriod")}
          action={<ButtonLink to={pathOf(programId, "integration")}>{say("setUpTheIntegration")}</ButtonLink>}
        >
          {say("clicksOfYourPartnersLinksSign")}
        </EmptyState>
      </>
    );
  }
  return (
    <div className="figures">
      <Attention programId={programId} attention={attention} />
      <Tiles measures={measures} chosen={measure} totals={totals} previous={previous.totals} />
      <Chart
        title={measure.label}
        points={pointsOf(measure, overview)}
        format={(value) => formatMeasure(measure, value)}
        unit={measure.currency === null ? 1 : 10 ** decimalsOf(measure.currency)}
        fileName={`${measure.id}-of-program-${programId}`}
      />
      <Funnel funnel={funnel} />
      <Tops programId={programId} overview={overview} />
    </div>
  );
}

/** Revenue where there is any: that is what people come for. */
function measureToBegin(measures: readonly Measure[], { totals }: Overview): Measure {
  const wanted = totals.currencies.length > 0 ? `revenue-${totals.currencies[0]?.currency}` : "clicks";
  const [first] = measures;
  const found = measures.find(({ id }) => id === wanted) ?? first;
  if (found === undefined) throw new Error("The overview measures nothing.");
  return found;
}

function isNothing({ totals, previous }: Overview): boolean {
  return [totals, previous.totals].every(
    ({ clicks, leads, sales, currencies }) => clicks + leads + sales === 0 && currencies.length === 0,
  );
}

/** Aligns the days before with the current days, first to first. */
function pointsOf(measure: Measure, { days, previous }: Overview) {
  return days.map((day, index) => {
    const past = previous.days[index];
    return {
      date: day.date,
      value: Number(measure.of(day)),
      before: past === undefined ? null : Number(measure.of(past)),
    };
  });
}
