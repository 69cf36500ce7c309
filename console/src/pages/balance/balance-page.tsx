// The trial balance of a program: what partners earned against what they are owed and were paid, as accounts that sum to zero.

import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { api, ask, serviceAddress } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { useMay } from "../../components/may.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/values/time.tsx";
import { formatList } from "../../format.ts";
import { rich, say } from "../../texts/books/balance.ts";
import { isWorkedOn, replayQuery } from "../replay/run-query.ts";
import { Progress } from "../replay/run-status.tsx";
import { feeAccounts, partnerAccounts } from "./accounts.ts";
import { AccountsTable } from "./accounts-table.tsx";
import { LookBack } from "./look-back.tsx";

type Balance = Pick<Schemas["Balance"], "lines" | "fees">;

export function BalancePage() {
  const { programId } = useParams({ from: "/programs/$programId/balance" });
  const { run } = useSearch({ strict: false });
  const mayLookBack = useMay(programId, "log");
  return (
    <Page
      title={say("balance")}
      about={say("whatPartnersEarnedAreOwedAnd")}
      actions={
        <a
          className="button button-plain"
          href={`${serviceAddress}/api/v1/programs/${programId}/balance/partners?format=csv`}
          download={true}
        >
          {say("csvByPartner")}
        </a>
      }
    >
      {mayLookBack ? <LookBack programId={programId} isBack={run !== undefined} /> : null}
      {run === undefined ? <Now programId={programId} /> : <Then programId={programId} runId={Number(run)} />}
    </Page>
  );
}

function Now({ programId }: { readonly programId: number }) {
  const { data, error } = useQuery({
    queryKey: ["program", programId, "balance"],
    queryFn: () =>
      ask(api.GET("/api/v1/programs/{program_id}/balance", { params: { path: { program_id: programId } } })),
    select: ({ data: balance }) => balance,
  });
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return <Skeleton lines={8} />;
  return <Accounts balance={data} programId={programId} />;
}

/** At an earlier moment, once its books are built. */
function Then({ programId, runId }: { readonly programId: number; readonly runId: number }) {
  const { data: run, error } = useQuery(replayQuery(programId, runId));
  if (error !== null) return <ErrorNotice error={error} />;
  if (run === undefined) return <Skeleton lines={8} />;
  if (isWorkedOn(run)) return <Progress run={run} />;
  const { as_of, balance_then } = run;
  if (balance_then === null) {
    return (
      <div className="verdict">
        <Notice meaning="bad">{run.fault ?? say("theBooksOfThatTimeWere")}</Notice>
      </div>
    );
  }
  const isTime = as_of !== null && !/^\d+$/.test(as_of);
  return (
    <>
      <div className="verdict">
        <Notice meaning="info">
          {rich("asOfTimeByWhatWasKnown", {
            time: isTime ? <Time at={as_of} /> : say("placeAsOfOfTheLog", { asOf: as_of }),
          })}
        </Notice>
      </div>
      <Accounts balance={balance_then} programId={null} />
    </>
  );
}

type AccountsProps = { readonly balance: Balance; readonly programId: number | null };

function Accounts({ balance: { lines, fees }, programId }: AccountsProps) {
  if (lines.length === 0 && fees.length === 0) {
    return <EmptyState title={say("nothingEarnedYet")}>{say("theCommissionOfTheFirstSale")}</EmptyState>;
  }
  const wrong = [
    ...lines.filter((line) => line.total_cents !== 0 || line.items_difference_cents !== 0),
    ...fees.filter((line) => line.total_cents !== 0),
  ].map(({ currency }) => currency);
  return (
    <>
      <div className="verdict">
        {wrong.length === 0 ? (
          <Notice meaning="good">{say("balancedTheAccountsOfEachCurrency")}</Notice>
        ) : (
          <Notice meaning="bad">
            {say("notBalancedInCurrencies", { currencies: formatList([...new Set(wrong)]) })}
          </Notice>
        )}
      </div>
      <Section title={say("partnersMoney")} about={say("debitsArePositiveCreditsNegativeAccounts")}>
        <AccountsTable caption={say("partnersMoney")} groups={partnerAccounts} lines={lines} programId={programId} />
      </Section>
      {fees.length === 0 ? null : (
        <Section title={say("platformFees")} about={say("whatTheOperatorChargesTheProgram")}>
          <AccountsTable caption={say("platformFees")} groups={feeAccounts} lines={fees} programId={programId} />
        </Section>
      )}
    </>
  );
}
