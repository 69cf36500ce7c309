// Payouts that need a person, on top of the page, each with what to do.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Section } from "../../components/page.tsx";
import { Money } from "../../components/values/money.tsx";
import { PartnerName } from "../../components/values/partner-name.tsx";
import { type Meaning, Status } from "../../components/values/status.tsx";
import { Time } from "../../components/values/time.tsx";
import { pathOf } from "../../paths.ts";
import { rich, say } from "../../texts/payouts.ts";

type Line = Schemas["PayoutsAttention"];

const shownMax = 100;
const pollMilliseconds = 15_000;

const meanings: Readonly<Record<Line["reason"], Meaning>> = {
  outcome_unknown: "bad",
  declined: "warn",
  not_paid: "bad",
  returned: "bad",
};

type AttentionProps = { readonly programId: number; readonly mayPay: boolean };

export function Attention({ programId, mayPay }: AttentionProps) {
  const { data } = useQuery({
    queryKey: ["program", programId, "payout-attention"],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/payout-attention", {
          params: { path: { program_id: programId }, query: { limit: shownMax } },
        }),
      ),
    refetchInterval: pollMilliseconds,
  });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Section
      title={mayPay ? say("needsYou") : say("needsAnOwnerOrFinance")}
      about={data.next === null ? undefined : say("theFirstShownMax", { shownMax })}
    >
      <ul className="causes">
        {data.data.map((line) => (
          <li key={line.payout_id} className="attention">
            <p className="attention-head">
              <Link to={pathOf(programId, "payouts", line.payout_id)} search={(search) => search}>
                {say("payoutId", { payoutId: line.payout_id })}
              </Link>
              <span>
                {rich("toPartner", { partner: <PartnerName programId={programId} partnerId={line.partner_id} /> })}
              </span>
              <span className="quiet">{rich("sinceTime", { time: <Time at={line.since} /> })}</span>
            </p>
            <Money cents={line.amount_cents} currency={line.currency} />
            <div className="attention-words">
              <Status of={line.reason} word={line.message} meaning={meanings[line.reason]} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
