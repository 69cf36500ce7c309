// What other terms would have paid: the difference in one line a currency, by month as a chart, and by partner.
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { termsInWords } from "../../../../src/core/wording/terms-words.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { useGroupName } from "../../components/values/group-name.tsx";
import { Money } from "../../components/values/money.tsx";
import { PartnerName } from "../../components/values/partner-name.tsx";
import { Time } from "../../components/values/time.tsx";
import { formatDay } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { saveCsvFile } from "../../save-file.ts";
import { rich, say } from "../../texts/forecasts.ts";
import { isWorkedOn } from "../replay/run-query.ts";
import { Progress } from "../replay/run-status.tsx";
import { FiguresTable, plusOf } from "./figures-table.tsx";
import { type Forecast, type ForecastMonth, type ForecastPartner, forecastQuery } from "./forecast-query.ts";

const Bars = lazy(() => import("./month-bars.tsx").then(({ MonthBars }) => ({ default: MonthBars })));

export function ForecastPage() {
  const { programId, runId } = useParams({ from: "/programs/$programId/forecasts/$runId" });
  const { data: forecast, error, refetch } = useQuery(forecastQuery(programId, Number(runId)));
  return (
    <Page
      title={say("otherTerms")}
      about={forecast === undefined ? undefined : <Supposed forecast={forecast} />}
      actions={<ButtonLink to={pathOf(programId, "forecasts")}>{say("tryOtherTerms")}</ButtonLink>}
    >
      {error === null || forecast !== undefined ? null : <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {forecast === undefined && error === null ? <Skeleton lines={8} /> : null}
      {forecast === undefined ? null : <Shown forecast={forecast} />}
    </Page>
  );
}

function Supposed({ forecast }: { readonly forecast: Forecast }) {
  const { program_id: programId, partner_id, group_id, product_id, commission } = forecast;
  const groupName = useGroupName(programId);
  const partners = group_id === null ? say("everyPartner") : say("theGroupName", { groupName: groupName(group_id) });
  return (
    <>
      {rich("termsForPartnerIdAndTheProductId", {
        terms: termsInWords(commission),
        partnerId: partner_id === null ? partners : <PartnerName programId={programId} partnerId={partner_id} />,
        productIdGiven: product_id === null ? "none" : "other",
        productId: <code>{product_id}</code>,
      })}
    </>
  );
}

function Shown({ forecast }: { readonly forecast: Forecast }) {
  const { status, months, fault, since } = forecast;
  if (isWorkedOn({ status })) {
    const { step_done, step_total } = forecast;
    return <Progress run={{ step: "building", step_done, step_total }} />;
  }
  if (months === null || since === null) {
    return (
      <div className="verdict">
        <Notice meaning="bad">{fault ?? say("theForecastEndedBeforeItWas")}</Notice>
      </div>
    );
  }
  if (months.length === 0) {
    return (
      <EmptyState title={say("nothingWasEarned")}>
        {say("noSaleSinceEarnedACommission", { since: formatDay(since) })}
      </EmptyState>
    );
  }
  return (
    <div className="figures">
      {[...Map.groupBy(months, ({ currency }) => currency)].map(([currency, ofCurrency]) => (
        <OfCurrency key={currency} currency={currency} months={ofCurrency} />
      ))}
      <Partners forecast={forecast} />
      <Section title={say("aboutThisForecast")}>
        <Facts
          facts={[
            [say("period"), say("sinceUtcAsIfTheseTerms", { since: formatDay(since) })],
            [say("requestedBy"), forecast.asked_by ?? say("theCommandLine")],
            [say("started"), <Time key="started" at={forecast.started_at} />],
          ]}
        />
      </Section>
    </div>
  );
}

type OfCurrencyProps = { readonly currency: string; readonly months: readonly ForecastMonth[] };

function OfCurrency({ currency, months }: OfCurrencyProps) {
  const sumOf = (of: (month: ForecastMonth) => number | string) =>
    String(months.reduce((sum, month) => sum + BigInt(of(month)), 0n));
  const earned = sumOf((month) => month.earned_cents);
  const forecast = sumOf((month) => month.forecast_cents);
  const difference = sumOf((month) => month.difference_cents);
  return (
    <>
      <dl className="tiles">
        {(
          [
            [say("earned"), <Money key="earned" cents={earned} currency={currency} />],
            [say("withTheseTerms"), <Money key="forecast" cents={forecast} currency={currency} />],
            [
              say("difference"),
              <span key="difference">
                {plusOf(difference)}
                <Money cents={difference} currency={currency} />
              </span>,
            ],
          ] as const
        ).map(([label, figure]) => (
          <div key={label} className="tile">
            <dt className="tile-label">{label}</dt>
            <dd className="tile-figure">{figure}</dd>
          </div>
        ))}
      </dl>
      <figure className="panel chart">
        <figcaption className="chart-head">
          <h2 className="panel-title">{say("commissionsByMonthCurrency", { currency })}</h2>
        </figcaption>
        <div className="chart-place">
          <Suspense>
            <Bars months={months} currency={currency} />
          </Suspense>
        </div>
        <FiguresTable
          caption={say("commissionsByMonthCurrency", { currency })}
          first={say("month")}
          showsCurrency={false}
          rows={months.map((month) => ({
            ...month,
            id: month.month,
            name: <span className="figure">{month.month}</span>,
          }))}
        />
      </figure>
    </>
  );
}

function Partners({ forecast }: { readonly forecast: Forecast }) {
  const { program_id: programId, partners, partners_left_out: leftOut } = forecast;
  if (partners === null) return null;
  const nameOf = ({ partner_id }: ForecastPartner) => <PartnerName programId={programId} partnerId={partner_id} />;
  return (
    <Section
      title={say("byPartner")}
      about={
        leftOut === null || leftOut === 0
          ? say("theLargestDifferenceFirst")
          : say("theLargestDifferenceFirstLeftOutMore", { leftOut })
      }
      actions={
        <Button kind="quiet" onClick={() => saveCsv(forecast.run_id, partners)}>
          {say("csv")}
        </Button>
      }
    >
      <FiguresTable
        caption={say("commissionsByPartner")}
        first={say("partner")}
        showsCurrency={true}
        rows={partners.map((partner) => ({
          ...partner,
          id: `${partner.partner_id} ${partner.currency}`,
          name: nameOf(partner),
        }))}
      />
    </Section>
  );
}

/** A line for each partner, currency and month. */
function saveCsv(runId: number, partners: readonly ForecastPartner[]): void {
  const lines = partners.flatMap(({ partner_id, currency, months }) =>
    months.map((month) =>
      [
        ...[partner_id, currency, month.month, month.sales],
        ...[month.earned_cents, month.forecast_cents, month.difference_cents],
      ].join(","),
    ),
  );
  const head = "partner_id,currency,month,sales,earned_cents,forecast_cents,difference_cents";
  saveCsvFile(`forecast-${runId}.csv`, [head, ...lines, ""].join("\r\n"));
}
