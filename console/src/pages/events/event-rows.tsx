// The rows an event made or changed, as they are now, each with the way to it.
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../components/empty-state.tsx";
import { Money } from "../../components/values/money.tsx";
import { Status } from "../../components/values/status.tsx";
import { sentenceOf } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/events.ts";
import type { EventDetail, EventProps } from "./event-props.ts";

type Row = EventDetail["rows"][number];

export function EventRows({ programId, event: { rows } }: EventProps) {
  if (rows.length === 0) {
    return <EmptyState title={say("noRows")}>{say("theEventIsInTheLog")}</EmptyState>;
  }
  return (
    <div className="table-frame">
      <table className="table">
        <caption className="visually-hidden">{say("rows")}</caption>
        <thead>
          <tr>
            <th scope="col">{say("row")}</th>
            <th scope="col">{say("state")}</th>
            <th scope="col" className="cell-figure">
              {say("amount")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.kind} ${row.id}`}>
              <td>
                <RowLink programId={programId} row={row} />
              </td>
              <td>{row.status === null ? "" : <Status of={row.status} />}</td>
              <td className="cell-figure">
                {row.amount_cents === null || row.currency === null ? (
                  ""
                ) : (
                  <Money cents={row.amount_cents} currency={row.currency} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RowLink({ programId, row }: { readonly programId: number; readonly row: Row }) {
  const words = `${sentenceOf(row.kind)} ${row.id}`;
  if (row.kind === "partner") return <Link to={pathOf(programId, "partners", row.id)}>{words}</Link>;
  if (row.kind === "payout") return <Link to={pathOf(programId, "payouts", row.id)}>{words}</Link>;
  if (row.sale_id !== null) return <Link to={pathOf(programId, "sales", row.sale_id)}>{words}</Link>;
  return words;
}
