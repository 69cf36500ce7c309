// One run: a verification, or a replay with its difference.
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Schemas } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { formatCount, sentenceOf } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { DifferenceRows } from "./difference-rows.tsx";
import { DifferenceSums } from "./difference-sums.tsx";
import { ReplayActions } from "./replay-actions.tsx";
import { isWorkedOn, replayQuery } from "./run-query.ts";
import { Progress, RunStatus, titleOf } from "./run-status.tsx";
import { VerificationResult } from "./verification-result.tsx";

export function RunPage() {
  const { programId, runId } = useParams({ from: "/programs/$programId/replay/$runId" });
  const { data: run, error } = useQuery(replayQuery(programId, Number(runId)));
  return (
    <Page
      title={run === undefined ? `Run ${runId}` : titleOf(run)}
      about={run === undefined ? undefined : <RunStatus run={run} />}
      actions={
        run === undefined || run.kind !== "replay" ? (
          <ButtonLink to={pathOf(programId, "replay")}>Back to history</ButtonLink>
        ) : (
          <ReplayActions programId={programId} run={run} />
        )
      }
    >
      {error === null ? null : <ErrorNotice error={error} />}
      {run === undefined && error === null ? <Skeleton lines={8} /> : null}
      {run === undefined ? null : <Shown programId={programId} run={run} />}
    </Page>
  );
}

type ShownProps = { readonly programId: number; readonly run: Schemas["ReplaysPlan"] };

function Shown({ programId, run }: ShownProps) {
  return (
    <>
      {isWorkedOn(run) ? <Progress run={run} /> : null}
      {run.fault === null ? null : (
        <div className="verdict">
          <Notice meaning="bad">{run.fault}</Notice>
        </div>
      )}
      {run.kind === "verify" ? <VerificationResult programId={programId} runId={run.run_id} /> : null}
      {run.kind === "replay" && !isWorkedOn(run) ? <Difference programId={programId} run={run} /> : null}
      <Section title="About this run">
        <Facts
          facts={[
            ["Requested by", run.asked_by ?? "The command line"],
            ["Started", <Time key="started" at={run.started_at} />],
            ["Deliveries read again", run.from_deliveries ? "Yes, with today's adapters" : "No"],
            ["Since", run.since === null ? null : <Time key="since" at={run.since} />],
            ["Finished", run.finished_at === null ? null : <Time key="finished" at={run.finished_at} />],
            ["Applied by", run.applied_by],
            ["Reason", run.apply_reason],
          ]}
        />
      </Section>
    </>
  );
}

function Difference({ programId, run }: ShownProps) {
  const { books, money, readings_differing, status } = run;
  if (status === "interrupted" || status === "discarded") return null;
  if (books.length === 0) {
    return (
      <div className="verdict">
        <Notice meaning="good">
          Nothing would change: the books match the log.
          {readings_differing > 0 ? ` ${formatCount(readings_differing)} deliveries are read differently today.` : ""}
        </Notice>
      </div>
    );
  }
  const isPast = status === "applied";
  return (
    <>
      <Section
        title={isPast ? "What it changed, in money" : "What would change, in money"}
        about="Sums of the rows that differ, for each partner and currency."
      >
        {money.length === 0 ? <p className="quiet">No sum of money differs.</p> : <DifferenceSums money={money} />}
      </Section>
      <Section
        title="Row by row"
        about={books
          .map(
            ({ book, added, removed, changed }) =>
              `${sentenceOf(book)}: ${counted(added, "added")}${counted(removed, "removed")}${counted(changed, "changed")}`,
          )
          .map((words) => words.replace(/, $/, ""))
          .join(" · ")}
      >
        <DifferenceRows programId={programId} runId={run.run_id} />
      </Section>
    </>
  );
}

function counted(count: number, word: string): string {
  return count === 0 ? "" : `${formatCount(count)} ${word}, `;
}
