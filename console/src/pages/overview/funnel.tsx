// From click to paid sale: how many came how far, and which share of those before.
import type { Schemas } from "../../api/queries.ts";
import { formatCount, formatShare } from "../../format.ts";
import { say } from "../../texts/overview.ts";

export function Funnel({ funnel }: { readonly funnel: Schemas["ProgramsOverview"]["funnel"] }) {
  const steps = [
    { label: say("clicks"), value: funnel.clicks },
    { label: say("leads"), value: funnel.leads },
    { label: say("sales"), value: funnel.sales },
    { label: say("commissionsPaid"), value: funnel.paid },
  ];
  const most = Math.max(1, ...steps.map(({ value }) => value));
  return (
    <section className="panel">
      <h2 className="panel-title">{say("fromClickToSale")}</h2>
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
