// A partner's last days as a chart: what it earned in each currency, its sales, leads and clicks.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Chart } from "../../components/chart.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { decimalsOf, formatAmount, formatCount } from "../../format.ts";
import { say } from "../../texts/partners.ts";

type Day = Schemas["PartnersActivity"]["days"][number];
type Measure = { readonly id: string; readonly label: string; readonly currency: string | null; of(day: Day): number };

const daysShown = 90;

const counts: readonly Measure[] = [
  { id: "sales", label: say("sales"), currency: null, of: ({ sales }) => sales },
  { id: "leads", label: say("leads"), currency: null, of: ({ leads }) => leads },
  { id: "clicks", label: say("clicks"), currency: null, of: ({ clicks }) => clicks },
];

type PartnerActivityProps = { readonly programId: number; readonly partnerId: number };

export function PartnerActivity({ programId, partnerId }: PartnerActivityProps) {
  const params = { path: { program_id: programId, partner_id: partnerId }, query: { days: daysShown } };
  const { data: days, error } = useQuery({
    queryKey: ["program", programId, "partner-activity", partnerId],
    queryFn: () =>
      ask(api.GET("/api/v1/programs/{program_id}/partners/{partner_id}/activity", { params })).then(
        ({ data }) => data.days,
      ),
  });
  return (
    <Section title={say("lastDays", { days: daysShown })} about={say("whatThePartnerBroughtByDay")}>
      {error === null ? null : <ErrorNotice error={error} />}
      {days === undefined && error === null ? <Skeleton lines={6} /> : null}
      {days === undefined ? null : <Days days={days} partnerId={partnerId} />}
    </Section>
  );
}

function Days({ days, partnerId }: { readonly days: readonly Day[]; readonly partnerId: number }) {
  const measures = [...earnedIn(days), ...counts];
  const [chosen, setChosen] = useState<string | null>(null);
  const measure = measures.find(({ id }) => id === chosen) ?? measures[0];
  if (measure === undefined) return null;
  const { id, label, currency, of } = measure;
  const format = (value: number) => (currency === null ? formatCount(value) : formatAmount(value, currency));
  return (
    <>
      <nav className="row" aria-label={say("whatTheChartShows")}>
        {measures.map((each) => (
          <Button key={each.id} kind="quiet" aria-pressed={each.id === id} onClick={() => setChosen(each.id)}>
            {each.label}
          </Button>
        ))}
      </nav>
      <Chart
        title={label}
        summary={<p>{format(days.reduce((sum, day) => sum + of(day), 0))}</p>}
        points={days.map((day) => ({ date: day.date, value: of(day), before: null }))}
        format={format}
        unit={currency === null ? 1 : 10 ** decimalsOf(currency)}
        fileName={`${id}-of-partner-${partnerId}`}
      />
    </>
  );
}

/** Money of two currencies is never added. */
function earnedIn(days: readonly Day[]): Measure[] {
  const currencies = new Set(days.flatMap(({ earned }) => earned.map(({ currency }) => currency)));
  return [...currencies].toSorted().map((currency) => ({
    id: `earned-${currency}`,
    label: say("earnedInCurrency", { currency }),
    currency,
    of: ({ earned }) => Number(earned.find((each) => each.currency === currency)?.commission_cents ?? 0),
  }));
}
