// A month of the program: what it sold, what went back, what partners earned, what it owes in fees. A closed month never changes.
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Download, Printer } from "lucide-react";
import { api, ask, serviceAddress } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Money } from "../../components/values/money.tsx";
import { formatTime } from "../../format.ts";
import { rich, say } from "../../texts/statements.ts";
import { FeesByWord } from "./fees-by-word.tsx";

type Statement = Schemas["Statement"];

const months = 24;

export function StatementsPage() {
  const { programId } = useParams({ from: "/programs/$programId/statements" });
  const { month = monthsUntil(new Date())[0] ?? "" } = useSearch({ strict: false });
  const navigate = useNavigate();
  const path = { program_id: programId, month };
  const {
    data: statement,
    error,
    isPending,
  } = useQuery({
    queryKey: ["program", programId, "statement", month],
    queryFn: () =>
      ask(api.GET("/api/v1/programs/{program_id}/statements/{month}", { params: { path } })).then(({ data }) => data),
  });
  const address = `${serviceAddress}/api/v1/programs/${programId}/statements/${month}`;
  return (
    <Page
      title={say("statements")}
      about={say("aMonthInFiguresInUtc")}
      actions={
        <>
          <select
            className="input select"
            aria-label={say("month")}
            value={month}
            onChange={(event) => void navigate({ to: ".", search: { month: event.target.value }, replace: true })}
          >
            {monthsUntil(new Date()).map((one) => (
              <option key={one} value={one}>
                {nameOf(one)}
              </option>
            ))}
          </select>
          <a className="button button-plain" href={`${address}?format=html`} target="_blank" rel="noreferrer">
            <Printer size={14} aria-hidden="true" />
            {say("print")}
          </a>
          <a className="button button-plain" href={`${address}?format=csv`} download>
            <Download size={14} aria-hidden="true" />
            {say("csv")}
          </a>
        </>
      }
    >
      {isPending ? <Skeleton lines={6} /> : null}
      {error === null ? null : <ErrorNotice error={error} />}
      {statement === undefined ? null : <Month statement={statement} />}
      <FeesByWord programId={programId} month={month} />
    </Page>
  );
}

function Month({ statement }: { readonly statement: Statement }) {
  const { totals, corrections, invoice, not_invoiced, is_final, closed_at } = statement;
  return (
    <>
      <div className="verdict">
        {is_final ? (
          <Notice meaning="good">
            {closed_at === null ? say("closed") : say("closedOnDay", { day: formatTime(closed_at) })}
          </Notice>
        ) : (
          <Notice meaning="info">{say("thisMonthIsNotClosedYet")}</Notice>
        )}
      </div>
      <Section title={say("totals")}>
        {totals.length === 0 ? <p className="quiet">{say("noSalesInThisMonth")}</p> : <Sums lines={totals} />}
      </Section>
      {corrections.length === 0 ? null : (
        <Section title={say("corrections")} about={say("correctionsToClosedMonthsIncludedIn")}>
          <Sums
            lines={corrections.map((line) => ({
              ...line,
              note: `${nameOf(line.month)}, ${line.reason === "late_report" ? say("reportedLater") : say("aRuleWasCorrected")}`,
            }))}
          />
        </Section>
      )}
      <Section title={say("invoice")} about={say("platformFeesOfTheMonth")}>
        <p>
          <Money cents={invoice.platform_fee_cents} currency={invoice.currency} />
        </p>
        {not_invoiced.map(({ platform_fee_cents, currency }) => (
          <p key={currency} className="quiet">
            {rich("notInvoicedAmount", { amount: <Money cents={platform_fee_cents} currency={currency} /> })}
          </p>
        ))}
      </Section>
    </>
  );
}

type Line = Pick<
  Statement["totals"][number],
  "currency" | "sales" | "sales_cents" | "refunded_cents" | "commission_cents" | "platform_fee_cents"
> & { readonly paid_out_cents?: number | string; readonly note?: string };

function Sums({ lines }: { readonly lines: readonly Line[] }) {
  return lines.map((line) => (
    <dl key={`${line.note ?? ""} ${line.currency}`} className="facts panel">
      {line.note === undefined ? null : <Sum name="Corrects" value={line.note} />}
      <Sum name="Sales" value={line.sales} />
      <Sum name="Sold" value={<Money cents={line.sales_cents} currency={line.currency} />} />
      <Sum name="Refunded" value={<Money cents={line.refunded_cents} currency={line.currency} />} />
      <Sum name="Commission" value={<Money cents={line.commission_cents} currency={line.currency} />} />
      <Sum name="Platform fee" value={<Money cents={line.platform_fee_cents} currency={line.currency} />} />
      {line.paid_out_cents === undefined ? null : (
        <Sum name="Paid to partners" value={<Money cents={line.paid_out_cents} currency={line.currency} />} />
      )}
    </dl>
  ));
}

function Sum({ name, value }: { readonly name: string; readonly value: React.ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd className="sum">{value}</dd>
    </div>
  );
}

/** The newest first, of UTC. */
function monthsUntil(now: Date): string[] {
  return Array.from({ length: months }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}

function nameOf(month: string): string {
  return new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}
