// What an import added, or would add: by kind, in money for each currency, and what it leaves as it is, with the faults to download.
import { Download } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { formatAmount, formatCount } from "../../format.ts";
import { saveCsvFile } from "../../save-file.ts";
import type { Import } from "./import-query.ts";

const faultsShownMax = 5;

export function ImportDifference({ shown }: { readonly shown: Import }) {
  const { is_applied: isApplied, totals } = shown;
  const kinds = kindsOf(shown);
  return (
    <div className="stack">
      {kinds.length === 0 ? <p>No line has anything to import.</p> : null}
      {kinds.length === 0 ? null : (
        <div className="table-frame">
          <table className="table">
            <caption className="visually-hidden">What {isApplied ? "was added" : "would be added"}</caption>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col" className="cell-figure">
                  {isApplied ? "Added" : "To add"}
                </th>
                <th scope="col" className="cell-figure">
                  Already here
                </th>
              </tr>
            </thead>
            <tbody>
              {kinds.map(({ title, added, known }) => (
                <tr key={title}>
                  <td>{title}</td>
                  <td className="cell-figure">
                    <strong>{formatCount(added)}</strong>
                  </td>
                  <td className="cell-figure">{formatCount(known)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {totals.length === 0 ? null : (
        <div className="table-frame">
          <table className="table">
            <caption className="visually-hidden">
              The sales that {isApplied ? "were" : "would be"} added, in money
            </caption>
            <thead>
              <tr>
                <th scope="col">Of these sales</th>
                {totals.map(({ currency }) => (
                  <th key={currency} scope="col" className="cell-figure">
                    {currency}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sums.map(([title, sum]) => (
                <tr key={title}>
                  <td>{title}</td>
                  {totals.map((total) => (
                    <td key={total.currency} className="cell-figure">
                      {formatAmount(total[sum], total.currency)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Kept shown={shown} />
      <FaultyLines shown={shown} />
    </div>
  );
}

const sums = [
  ["Sold", "amount_cents"],
  ["Commissions", "commission_cents"],
  ["Paid there", "paid_cents"],
  ["Owed here", "owed_cents"],
] as const;

type Kind = { readonly title: string; readonly added: number; readonly known: number };

function kindsOf(shown: Import): Kind[] {
  return [
    { title: "Partners", added: shown.partners_new, known: shown.partners_known },
    { title: "Customers", added: shown.customers_new, known: shown.customers_known },
    { title: "Sales", added: shown.sales_new, known: shown.sales_known + shown.sales_already_here },
  ].filter(({ added, known }) => added + known > 0);
}

/** `3 partners and 20 sales`; empty where nothing is added. */
export function addedWords(shown: Import): string {
  return kindsOf(shown)
    .filter(({ added }) => added > 0)
    .map(({ title, added }) => counted(added, title.toLowerCase()))
    .join(" and ");
}

/** `words` are the plural. */
function counted(count: number, words: string): string {
  return `${formatCount(count)} ${count === 1 ? words.slice(0, -1) : words}`;
}

const leftOutWords: Readonly<Record<string, string>> = {
  no_sale: "earned without a sale",
  money_back: "money that went back",
  no_customer: "visitors without a purchase",
};

function Kept({ shown: { kept, left_out } }: { readonly shown: Import }) {
  if (kept === 0 && left_out.length === 0) return null;
  return (
    <ul>
      {kept === 0 ? null : <li>{counted(kept, "lines")} belong to another partner here and are not changed.</li>}
      {left_out.map(({ reason, lines }) => (
        <li key={reason}>
          {counted(lines, "lines")} left out: {leftOutWords[reason] ?? reason}.
        </li>
      ))}
    </ul>
  );
}

function FaultyLines({ shown: { import_id, faulty_lines, faults } }: { readonly shown: Import }) {
  if (faulty_lines === 0) return null;
  return (
    <Notice meaning="warn">
      <p>
        {counted(faulty_lines, "lines")} cannot be imported. Correct them and import the file again: lines that were
        imported are not added twice.
      </p>
      <ul>
        {faults.slice(0, faultsShownMax).map(({ line, column, message }) => (
          <li key={`${line} ${column}`}>
            Line {line}
            {column === null ? "" : `, ${column}`}: {message}
          </li>
        ))}
      </ul>
      <Button
        icon={<Download size={14} aria-hidden="true" />}
        onClick={() => saveCsvFile(`faults-of-import-${import_id}.csv`, csvOf(faults))}
      >
        Download all faults
      </Button>
    </Notice>
  );
}

function csvOf(faults: Import["faults"]): string {
  const cell = (value: unknown) => `"${String(value ?? "").replaceAll('"', '""')}"`;
  const lines = faults.map(({ line, column, message }) => [line, cell(column), cell(message)].join(","));
  return ["line,column,message", ...lines, ""].join("\r\n");
}
