// Who and what brought most, by currency.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Schemas } from "../../api/queries.ts";
import { Money } from "../../components/values/money.tsx";
import { type Cents, formatCount, formatShare } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/overview.ts";

type Overview = Schemas["ProgramsOverview"];
type TopsProps = { readonly programId: number; readonly overview: Overview };

export function Tops({ programId, overview }: TopsProps) {
  return (
    <div className="tops">
      <Top
        title={say("topPartners")}
        rows={overview.top_partners.map((row) => ({
          ...row,
          key: `${row.partner_id}-${row.currency}`,
          name: <Link to={pathOf(programId, "partners", row.partner_id)}>{row.partner_name}</Link>,
        }))}
      />
      <Top
        title={say("topProducts")}
        rows={overview.top_products.map((row) => ({
          ...row,
          key: `${row.product_id}-${row.currency}`,
          name: row.product_id ?? <span className="quiet">{say("unknown")}</span>,
        }))}
      />
      <Refunds overview={overview} />
    </div>
  );
}

type Row = {
  readonly key: string;
  readonly name: ReactNode;
  readonly sales: number;
  readonly revenue_cents: Cents;
  readonly currency: string;
};

function Top({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  return (
    <section className="panel">
      <h2 className="panel-title">{title}</h2>
      {rows.length === 0 ? (
        <p className="quiet">{say("noSalesInTheseDays")}</p>
      ) : (
        <table className="table table-plain">
          <thead>
            <tr>
              <th scope="col">{say("name")}</th>
              <th scope="col" className="cell-figure">
                {say("sales")}
              </th>
              <th scope="col" className="cell-figure">
                {say("revenue")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, sales, revenue_cents, currency }) => (
              <tr key={key}>
                <td>{name}</td>
                <td className="cell-figure">{formatCount(sales)}</td>
                <td className="cell-figure">
                  <Money cents={revenue_cents} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Refunds({ overview }: { readonly overview: Overview }) {
  const { currencies } = overview.totals;
  if (currencies.length === 0) return null;
  return (
    <section className="panel">
      <h2 className="panel-title">{say("refunds")}</h2>
      <table className="table table-plain">
        <thead>
          <tr>
            <th scope="col">{say("currency")}</th>
            <th scope="col" className="cell-figure">
              {say("refunded")}
            </th>
            <th scope="col" className="cell-figure">
              {say("ofRevenue")}
            </th>
          </tr>
        </thead>
        <tbody>
          {currencies.map(({ currency, refunded_cents, refund_rate_bps }) => (
            <tr key={currency}>
              <td>{currency}</td>
              <td className="cell-figure">
                <Money cents={refunded_cents} currency={currency} />
              </td>
              <td className="cell-figure">{refund_rate_bps === null ? "" : formatShare(refund_rate_bps / 10_000)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
