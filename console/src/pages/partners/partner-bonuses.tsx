// How far a partner is from the bonuses that run now.
import { useQuery } from "@tanstack/react-query";
import { api, ask } from "../../api/client.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Section } from "../../components/page.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { Money } from "../../components/values/money.tsx";
import { say } from "../../texts/bonuses.ts";
import { progressInWords } from "../settings/terms/bonus-words.ts";

type PartnerBonusesProps = { readonly programId: number; readonly partnerId: number };

/** Nothing where no bonus runs. */
export function PartnerBonuses({ programId, partnerId }: PartnerBonusesProps) {
  const path = { program_id: programId, partner_id: partnerId };
  const { data: bonuses = [], error } = useQuery({
    queryKey: ["program", programId, "partner-bonuses", partnerId],
    queryFn: () =>
      ask(api.GET("/api/v1/programs/{program_id}/partners/{partner_id}/bonuses", { params: { path } })).then(
        ({ data }) => data.bonuses,
      ),
  });
  if (error !== null) return <ErrorNotice error={error} />;
  if (bonuses.length === 0) return null;
  return (
    <Section title={say("bonuses")} about={say("howFarItsSalesAre")}>
      <Facts
        facts={bonuses.map((bonus) => [
          bonus.bonus_id,
          <span key={bonus.bonus_id}>
            <Money cents={bonus.amount_cents} currency={bonus.currency} />:{" "}
            {bonus.is_earned ? say("bonusIsEarned") : progressInWords(bonus)}
          </span>,
        ])}
      />
    </Section>
  );
}
