// A day of a payment provider's own list against the payouts here: each difference with its payout. It changes nothing.
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { isRailName, type RailName, railTitles } from "../../../../src/core/vocabulary/money/payout-rails.ts";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, SelectField, TextField } from "../../components/form.tsx";
import { useMay } from "../../components/may.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { type Meaning, Status } from "../../components/values/status.tsx";
import { formatDay } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/payouts.ts";
import { titleOf, useRails } from "./rails-query.ts";

type Reconciliation = Schemas["PayoutsReconcile"];
type Difference = Reconciliation["differences"][number];

const looks: Readonly<Record<Difference["kind"], readonly [word: string, meaning: Meaning]>> = {
  missing_here: [say("onlyAtTheProvider"), "bad"],
  missing_there: [say("onlyHere"), "bad"],
  twice_there: [say("moreThanOnceAtTheProvider"), "bad"],
  other_amount: [say("anotherAmount"), "bad"],
  other_state: [say("anotherState"), "warn"],
  not_compared: [say("notCompared"), "info"],
};

export function ReconcilePage() {
  const { programId } = useParams({ from: "/programs/$programId/payouts/reconcile" });
  const mayPay = useMay(programId, "payouts");
  return (
    <Page title={say("reconcilePayouts")} about={say("comparesADayOfThePayment")}>
      {mayPay ? <Reconcile programId={programId} /> : <p className="quiet">{say("anOwnerOfTheWorkspaceOrFinance")}</p>}
    </Page>
  );
}

function Reconcile({ programId }: { readonly programId: number }) {
  const rails = useRails(programId);
  const navigate = useNavigate();
  const { date, rail: named } = useSearch({ strict: false });
  if (rails === undefined) return <Skeleton lines={6} />;
  const [first] = rails;
  if (first === undefined) {
    return (
      <EmptyState
        title={say("payoutsArePaidByFile")}
        action={<ButtonLink to={pathOf(programId, "settings", "payouts")}>{say("setUpAPaymentProvider")}</ButtonLink>}
      >
        {say("onlyAPaymentProviderHasA")}
      </EmptyState>
    );
  }
  const usual = (rails.find(({ is_chosen }) => is_chosen) ?? first).rail;
  const rail = isRailName(named) ? named : usual;
  const day = typeof date === "string" && date !== "" ? date : null;
  return (
    <>
      <div className="form-narrow section">
        <Form
          action={say("compare")}
          onSubmit={async (values) => {
            await navigate({
              to: ".",
              search: (search) => ({ ...search, date: values.date ?? "", rail: values.rail ?? usual }),
            });
          }}
        >
          <div className="field-pair">
            <TextField
              name="date"
              label={say("dayUtc")}
              type="date"
              isRequired={true}
              defaultValue={day ?? dayBefore(new Date())}
            />
            <SelectField
              name="rail"
              label={say("paymentProvider")}
              defaultValue={rail}
              choices={rails.map((one) => ({ value: one.rail, label: railTitles[one.rail] }))}
            />
          </div>
        </Form>
      </div>
      {day === null ? null : <Compared programId={programId} day={day} rail={rail} />}
    </>
  );
}

type ComparedProps = { readonly programId: number; readonly day: string; readonly rail: RailName };

function Compared({ programId, day, rail }: ComparedProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["program", programId, "payout-reconciliation", rail, day],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/payout-reconciliation", {
          params: { path: { program_id: programId }, query: { date: day, rail } },
        }),
      ).then((answer) => answer.data),
    // Each look asks the provider.
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (isFetching) return <Skeleton lines={6} />;
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return data === undefined ? null : <Result programId={programId} found={data} />;
}

function Result({ programId, found }: { readonly programId: number; readonly found: Reconciliation }) {
  const { rail, date, is_sandbox, was_read, reason, listed_count, payout_count, differences } = found;
  const provider = titleOf(rail, is_sandbox);
  if (!was_read) {
    return <Notice meaning="bad">{say("theListOfProviderCouldNot", { provider, reason })}</Notice>;
  }
  const listed = say("providerListsPaymentsOnDate", {
    provider,
    payments: listed_count,
    date: formatDay(date),
    payouts: payout_count,
  });
  return (
    <Section
      title={differences.length === 0 ? say("noDifferences") : say("differencesCounted", { count: differences.length })}
      about={listed}
    >
      {differences.length === 0 ? <Notice meaning="good">{say("everyPaymentOfTheDayFits")}</Notice> : null}
      <ul className="causes">
        {differences.map((line) => (
          <li key={`${line.kind} ${line.payout_id} ${line.rail_id}`} className="attention">
            <p className="attention-head">
              <Status of={line.kind} word={looks[line.kind][0]} meaning={looks[line.kind][1]} />
              {line.payout_id === null ? null : (
                <Link to={pathOf(programId, "payouts", line.payout_id)}>
                  {say("payoutId", { payoutId: line.payout_id })}
                </Link>
              )}
            </p>
            <p className="attention-words">{line.message}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** In UTC: a day that is over is listed whole. */
function dayBefore(now: Date): string {
  return new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
}
