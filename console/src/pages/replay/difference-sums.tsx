// Before, after and change, in money, for each partner and currency.
import type { Schemas } from "../../api/queries.ts";
import { Money } from "../../components/values/money.tsx";
import { sentenceOf } from "../../format.ts";
import { say } from "../../texts/books/replay.ts";

export type MoneyChange = Schemas["ReplaysPlan"]["money"][number];

export function DifferenceSums({ money }: { readonly money: readonly MoneyChange[] }) {
  return (
    <div className="table-frame">
      <table className="table">
        <caption className="visually-hidden">{say("whatWouldChangeInMoney")}</caption>
        <thead>
          <tr>
            <th scope="col">{say("partner")}</th>
            <th scope="col" className="cell-wide">
              {say("book")}
            </th>
            <th scope="col" className="cell-figure">
              {say("before")}
            </th>
            <th scope="col" className="cell-figure">
              {say("after")}
            </th>
            <th scope="col" className="cell-figure">
              {say("change")}
            </th>
          </tr>
        </thead>
        <tbody>
          {money.map((change) => {
            const { partner_id, partner_name, book, currency, before_cents, after_cents, change_cents } = change;
            return (
              <tr key={`${partner_id} ${book} ${currency}`}>
                <td>
                  {partner_name ??
                    (partner_id === null ? say("noPartner") : say("partnerId", { partnerId: partner_id }))}
                </td>
                <td className="cell-wide">{sentenceOf(book)}</td>
                <td className="cell-figure">
                  <Money cents={before_cents} currency={currency} />
                </td>
                <td className="cell-figure">
                  <Money cents={after_cents} currency={currency} />
                </td>
                <td className="cell-figure">
                  <strong className="changed">
                    {BigInt(change_cents) > 0n ? "+" : ""}
                    <Money cents={change_cents} currency={currency} />
                  </strong>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
