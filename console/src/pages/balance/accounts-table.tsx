// Accounts as rows, currencies as columns, and at the foot what they sum to. Accounts without an amount are left out.
import { Link } from "@tanstack/react-router";
import type { Cents } from "../../format.ts";
import { formatAmount } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/books/balance.ts";
import type { Account, AccountGroup } from "./accounts.ts";

type Amounts<Of> = { readonly [Name in keyof Of]: Cents } & { readonly currency: string; readonly total_cents: Cents };

type AccountsTableProps<Of> = {
  readonly caption: string;
  readonly groups: readonly AccountGroup<Of>[];
  readonly lines: readonly Amounts<Of>[];
  /** Lists show what is now: without a program nothing leads to them. */
  readonly programId: number | null;
};

export function AccountsTable<Of>({ caption, groups, lines, programId }: AccountsTableProps<Of>) {
  const isUsed = ({ name }: Account<Of>) => lines.some((line) => line[name] !== 0);
  return (
    <div className="table-frame">
      <table className="table balance">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{say("account")}</th>
            {lines.map(({ currency }) => (
              <th key={currency} scope="col" className="cell-figure">
                {currency}
              </th>
            ))}
          </tr>
        </thead>
        {groups
          .filter(({ accounts }) => accounts.some(isUsed))
          .map(({ title, accounts }) => (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup" colSpan={lines.length + 1}>
                  {title}
                </th>
              </tr>
              {accounts.filter(isUsed).map((account) => (
                <tr key={account.name}>
                  <td>
                    <AccountName programId={programId} account={account} />
                    <span className="second-line quiet">{account.about}</span>
                  </td>
                  {lines.map((line) => (
                    <Figure key={line.currency} cents={line[account.name]} currency={line.currency} />
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        <tfoot>
          <tr>
            <td>
              <strong>{say("total")}</strong>
            </td>
            {lines.map(({ currency, total_cents }) => (
              <Figure key={currency} cents={total_cents} currency={currency} isTotal={true} />
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

type AccountNameProps<Of> = { readonly programId: number | null; readonly account: Account<Of> };

function AccountName<Of>({ programId, account: { title, list } }: AccountNameProps<Of>) {
  if (programId === null || list === undefined) return title;
  const [page, search = {}] = list;
  return (
    <Link to={pathOf(programId, page)} search={search}>
      {title}
    </Link>
  );
}

type FigureProps = { readonly cents: Cents; readonly currency: string; readonly isTotal?: boolean };

function Figure({ cents, currency, isTotal = false }: FigureProps) {
  const amount = formatAmount(cents, currency);
  if (isTotal) {
    return (
      <td className="cell-figure">
        <strong>{amount}</strong>
      </td>
    );
  }
  return <td className="cell-figure">{cents === 0 ? <span className="quiet">{amount}</span> : amount}</td>;
}
