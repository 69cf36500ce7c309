// What creating payouts would do now: the sum, what applies to it, who gets a payout, and who gets none and why.
import { useQuery } from "@tanstack/react-query";
import { programQuery, type Schemas } from "../../api/queries.ts";
import { Section } from "../../components/page.tsx";
import { type Fact, Facts } from "../../components/values/facts.tsx";
import { Money } from "../../components/values/money.tsx";
import { PartnerName } from "../../components/values/partner-name.tsx";
import { type Cents, formatCount } from "../../format.ts";
import { rich, say } from "../../texts/payouts.ts";
import { FixLink } from "./fix-link.tsx";

type Preflight = Schemas["PayoutsPreflight"];
type Currency = Preflight["totals"][number]["currency"];
type Limit = Schemas["PayoutsLimit"];

type PreflightFoundProps = {
  readonly programId: number;
  /** Of the currency. */
  readonly found: Preflight;
  readonly currency: Currency;
};

export function PreflightFound({ programId, found, currency }: PreflightFoundProps) {
  const { data: program } = useQuery(programQuery(programId));
  const { payouts, left_out, left_out_count, approvals_needed } = found;
  const total = found.totals.find((line) => line.currency === currency);
  const count = total?.count ?? 0;
  return (
    <>
      <Section title={say("total")}>
        <Facts
          facts={[
            [
              say("payoutsCounted", { count }),
              <strong key="total">
                <Money cents={total?.amount_cents ?? 0} currency={currency} />
              </strong>,
            ],
            [
              say("approval"),
              approvals_needed > 1 ? say("anotherPersonMustApproveEachPayout") : say("notNeededThePersonWhoCreates"),
            ],
            ...limitFacts(
              program?.payout_limits.find((limit) => limit.currency === currency),
              total?.amount_cents ?? 0,
            ),
          ]}
        />
      </Section>
      <Section title={say("getsAPayout")} about={count === 0 ? say("noneInSentence") : shownOf(payouts.length, count)}>
        {payouts.length === 0 ? null : (
          <div className="table-frame">
            <table className="table">
              <caption className="visually-hidden">{say("getsAPayout")}</caption>
              <thead>
                <tr>
                  <th scope="col">{say("partner")}</th>
                  <th scope="col" className="cell-figure cell-wide">
                    {say("sales")}
                  </th>
                  <th scope="col" className="cell-figure">
                    {say("amount")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {payouts.map((line) => (
                  <tr key={line.partner_id}>
                    <td>
                      <PartnerName programId={programId} partnerId={line.partner_id} />
                    </td>
                    <td className="cell-figure cell-wide">{formatCount(line.item_count)}</td>
                    <td className="cell-figure">
                      <Money cents={line.amount_cents} currency={line.currency} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Section>
      {left_out.length === 0 ? null : (
        <Section
          title={say("getsNoPayout")}
          about={shownOf(left_out.length, left_out_count) ?? say("whatTheyAreOwedStaysOwed")}
        >
          <LeftOutList programId={programId} lines={left_out} />
        </Section>
      )}
    </>
  );
}

function shownOf(shown: number, count: number): string | undefined {
  return shown === count ? undefined : say("theFirstShownOfCount", { shown, count });
}

function limitFacts(limit: Limit | undefined, total: Cents): readonly Fact[] {
  if (limit === undefined) return [[say("limits"), say("none")]];
  const { currency, payout_limit_cents: one, day_limit_cents: day } = limit;
  return [
    [
      say("limitForOnePayout"),
      one === null ? null : (
        <span key="one">{rich("amountALargerPayoutIsNot", { amount: <Money cents={one} currency={currency} /> })}</span>
      ),
    ],
    [
      say("limitForOneDay"),
      day === null ? null : (
        <span key="day">
          {rich(BigInt(total) > BigInt(day) ? "dayLimitReached" : "dayLimit", {
            limit: <Money cents={day} currency={currency} />,
          })}
        </span>
      ),
    ],
  ];
}

type LeftOutListProps = {
  readonly programId: number;
  readonly lines: readonly Preflight["left_out"][number][];
};

export function LeftOutList({ programId, lines }: LeftOutListProps) {
  return (
    <ul className="causes">
      {lines.map((line) => (
        <li key={`${line.partner_id} ${line.currency}`} className="attention">
          <p className="attention-head">
            <PartnerName programId={programId} partnerId={line.partner_id} />
          </p>
          <Money cents={line.owed_cents} currency={line.currency} />
          <p className="attention-words">
            {line.message} <FixLink programId={programId} partnerId={line.partner_id} reason={line.reason} />
          </p>
        </li>
      ))}
    </ul>
  );
}
