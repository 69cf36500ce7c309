// From click to paid sale: how many came how far, and which share of those before.
import type { Schemas } from "../../api/queries.ts";
import { formatCount, formatShare } from "../../format.ts";

export function Funnel({ funnel }: { readonly funnel: Schemas["ProgramsOverview"]["funnel"] }) {
  const steps = [
    { label: "Clicks", value: funnel.clicks },
    { label: "Leads", value: funnel.leads },
    { label: "Sales", value: funnel.sales },
    { label: "Commissions paid", value: funnel.paid },
  ];
  const most = Math.max(1, ...steps.map(({ value }) => value));
  return (
    <section className="panel">
      <h2 className="panel-title">From click to sale</h2>
      <ol className="funnel">
        {steps.map(({ label, value }, index) => {
          const before = steps[index - 1]?.value ?? 0;
          return (
            <li key={label}>
              <span>{label}</span>
              <meter className="funnel-bar" min={0} max={most} value={value} aria-hidden="true" />
              <span className="figure">{formatCount(value)}</span>
              <span className="figure quiet">{index === 0 || before === 0 ? "" : formatShare(value / before)}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
