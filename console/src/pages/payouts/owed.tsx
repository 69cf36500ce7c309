// What is owed to each partner now, and the way to payouts of it.
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { api, ask } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Money } from "../../components/values/money.tsx";
import { PartnerName } from "../../components/values/partner-name.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/payouts.ts";

const shownMax = 1000;

/** The content below is drawn once this is loaded, so that nothing jumps. */
export function useOwed(programId: number) {
  return useQuery({
    queryKey: ["program", programId, "owed"],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/owed", {
          params: { path: { program_id: programId }, query: { limit: shownMax } },
        }),
      ),
    select: (page) => page.data,
  });
}

export function Owed({ programId, mayPay }: { readonly programId: number; readonly mayPay: boolean }) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const { data, error, isPending } = useOwed(programId);
  const lines = data ?? [];
  const isPayable = lines.some(({ owed_cents }) => BigInt(owed_cents) > 0n);
  return (
    <Section
      title={say("owedNow")}
      about={data?.length === 0 ? say("noUnpaidBalances") : say("unpaidBalancesThatAreInNo")}
      actions={
        mayPay && isPayable ? (
          <Button kind="primary" onClick={() => void navigate({ to: pathOf(programId, "payouts", "new"), search })}>
            {say("createPayouts")}
          </Button>
        ) : undefined
      }
    >
      {isPending ? <Skeleton lines={3} /> : null}
      {error === null ? null : <ErrorNotice error={error} />}
      {lines.length === 0 ? null : (
        <div className="table-frame">
          <table className="table">
            <caption className="visually-hidden">{say("owedNow")}</caption>
            <thead>
              <tr>
                <th scope="col">{say("partner")}</th>
                <th scope="col" className="cell-figure cell-wide">
                  {say("sales")}
                </th>
                <th scope="col" className="cell-figure cell-wide">
                  {say("commissions")}
                </th>
                <th scope="col" className="cell-figure cell-wide">
                  {say("adjustments")}
                </th>
                <th scope="col" className="cell-figure">
                  {say("owed")}
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={`${line.partner_id} ${line.currency}`}>
                  <td>
                    <PartnerName programId={programId} partnerId={line.partner_id} />
                  </td>
                  <td className="cell-figure cell-wide">{line.item_count}</td>
                  <td className="cell-figure cell-wide">
                    <Money cents={line.commission_cents} currency={line.currency} />
                  </td>
                  <td className="cell-figure cell-wide">
                    <Money cents={line.adjustment_cents} currency={line.currency} />
                  </td>
                  <td className="cell-figure">
                    <strong>
                      <Money cents={line.owed_cents} currency={line.currency} />
                    </strong>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}
