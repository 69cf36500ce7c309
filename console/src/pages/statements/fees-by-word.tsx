// Platform fees of a month that were reduced, or would have been, only by the brand's word: refunds by call and manual removals that no
// provider reported. Hidden when empty.
import { useQuery } from "@tanstack/react-query";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Section } from "../../components/page.tsx";
import { Money } from "../../components/values/money.tsx";
import { rich, say } from "../../texts/statements.ts";

type Fee = Schemas["Fee"];

const feesMax = 1_000;

export function FeesByWord({ programId, month }: { readonly programId: number; readonly month: string }) {
  const { data: fees, error } = useQuery({
    queryKey: ["program", programId, "fees-by-word"],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/fees", {
          params: { path: { program_id: programId }, query: { by_word: true, limit: feesMax } },
        }),
      ).then(({ data }) => data),
  });
  if (error !== null) return <ErrorNotice error={error} />;
  const ofMonth = (fees ?? []).filter(({ by_month }) => by_month.some((part) => part.month === month));
  if (ofMonth.length === 0) return null;
  return (
    <Section title={say("feesByYourWordAlone")} about={say("refundsByCallAndManualRemovals")}>
      <ul className="causes">
        {ofMonth.map((fee) => (
          <Line key={fee.fee_id} fee={fee} month={month} />
        ))}
      </ul>
    </Section>
  );
}

function Line({ fee, month }: { readonly fee: Fee; readonly month: string }) {
  const { sale_id, currency, by_month, kept_against_word_cents } = fee;
  const cents = by_month.find((part) => part.month === month)?.amount_cents ?? 0;
  return (
    <li>
      {rich("saleIdAmountTakenOff", {
        saleId: sale_id,
        amount: <Money cents={cents} currency={currency} />,
        keptAgainstWordCents: kept_against_word_cents > 0 ? "yes" : "other",
      })}
    </li>
  );
}
