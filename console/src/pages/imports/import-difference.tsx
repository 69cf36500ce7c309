// What an import added, or would add: by kind, in money for each currency, and what it leaves as it is, with the faults to download.
import { Download } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { formatAmount, formatCount, formatList } from "../../format.ts";
import { saveCsvFile } from "../../save-file.ts";
import { say } from "../../texts/connections/imports.ts";
import type { Import } from "./import-query.ts";

const faultsShownMax = 5;

export function ImportDifference({ shown }: { readonly shown: Import }) {
  const { is_applied: isApplied, totals } = shown;
  const kinds = kindsOf(shown);
  return (
    <div className="stack">
      {kinds.length === 0 ? <p>{say("noLineHasAnythingToImport")}</p> : null}
      {kinds.length === 0 ? null : (
        <div className="table-frame">
          <table className="table">
            <caption className="visually-hidden">
              {say("whatWouldBeAdded", { isApplied: isApplied ? "yes" : "other" })}
            </caption>
            <thead>
              <tr>
                <th scope="col">{say("what")}</th>
                <th scope="col" className="cell-figure">
                  {isApplied ? say("added") : say("toAdd")}
                </th>
                <th scope="col" className="cell-figure">
                  {say("alreadyHere")}
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
              {say("theSalesThatWouldBeAdded", { isApplied: isApplied ? "yes" : "other" })}
            </caption>
            <thead>
              <tr>
                <th scope="col">{say("ofTheseSales")}</th>
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
  [say("sold"), "amount_cents"],
  [say("commissions"), "commission_cents"],
  [say("paidThere"), "paid_cents"],
  [say("owedHere"), "owed_cents"],
] as const;

type Kind = {
  readonly kind: "partners" | "customers" | "sales";
  readonly title: string;
  readonly added: number;
  readonly known: number;
};

function kindsOf(shown: Import): Kind[] {
  const kinds: readonly Kind[] = [
    { kind: "partners", title: say("partners"), added: shown.partners_new, known: shown.partners_known },
    { kind: "customers", title: say("customers"), added: shown.customers_new, known: shown.customers_known },
    { kind: "sales", title: say("sales"), added: shown.sales_new, known: shown.sales_known + shown.sales_already_here },
  ];
  return kinds.filter(({ added, known }) => added + known > 0);
}

/** `3 partners and 20 sales`; empty where nothing is added. */
export function addedWords(shown: Import): string {
  return formatList(
    kindsOf(shown)
      .filter(({ added }) => added > 0)
      .map(({ kind, added }) => countWords[kind](added)),
  );
}

const countWords: Readonly<Record<Kind["kind"], (count: number) => string>> = {
  partners: (count) => say("partnersCounted", { count }),
  customers: (count) => say("customersCounted", { count }),
  sales: (count) => say("salesCounted", { count }),
};

const leftOutWords: Readonly<Record<string, string>> = {
  no_sale: say("earnedWithoutASale"),
  money_back: say("moneyThatWentBack"),
  no_customer: say("visitorsWithoutAPurchase"),
};

function Kept({ shown: { kept, left_out } }: { readonly shown: Import }) {
  if (kept === 0 && left_out.length === 0) return null;
  return (
    <ul>
      {kept === 0 ? null : <li>{say("linesBelongToAnotherPartnerHere", { lines: kept })}</li>}
      {left_out.map(({ reason, lines }) => (
        <li key={reason}>{say("linesLeftOutReason", { lines, reason: leftOutWords[reason] ?? reason })}</li>
      ))}
    </ul>
  );
}

function FaultyLines({ shown: { import_id, faulty_lines, faults } }: { readonly shown: Import }) {
  if (faulty_lines === 0) return null;
  return (
    <Notice meaning="warn">
      <p>{say("linesCannotBeImportedCorrectThem", { lines: faulty_lines })}</p>
      <ul>
        {faults.slice(0, faultsShownMax).map(({ line, column, message }) => (
          <li key={`${line} ${column}`}>
            {say("lineColumnMessage", { line, columnGiven: column === null ? "none" : "other", column, message })}
          </li>
        ))}
      </ul>
      <Button
        icon={<Download size={14} aria-hidden="true" />}
        onClick={() => saveCsvFile(`faults-of-import-${import_id}.csv`, csvOf(faults))}
      >
        {say("downloadAllFaults")}
      </Button>
    </Notice>
  );
}

function csvOf(faults: Import["faults"]): string {
  const cell = (value: unknown) => `"${String(value ?? "").replaceAll('"', '""')}"`;
  const lines = faults.map(({ line, column, message }) => [line, cell(column), cell(message)].join(","));
  return ["line,column,message", ...lines, ""].join("\r\n");
}
