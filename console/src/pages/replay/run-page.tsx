// One run: a verification, or a replay with its difference.
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Schemas } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { Time } from "../../components/values/time.tsx";
import { sentenceOf } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/books/replay.ts";
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
      title={run === undefined ? say("runId", { runId }) : titleOf(run)}
      about={run === undefined ? undefined : <RunStatus run={run} />}
      actions={
        run === undefined || run.kind !== "replay" ? (
          <ButtonLink to={pathOf(programId, "replay")}>{say("backToHistory")}</ButtonLink>
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
      <Section title={say("aboutThisRun")}>
        <Facts
          facts={[
            [say("requestedBy"), run.asked_by ?? say("theCommandLine")],
            [say("started"), <Time key="started" at={run.started_at} />],
            [say("deliveriesReadAgain"), run.from_deliveries ? say("yesWithTodaysAdapters") : say("no")],
            [say("since"), run.since === null ? null : <Time key="since" at={run.since} />],
            [say("finished"), run.finished_at === null ? null : <Time key="finished" at={run.finished_at} />],
            [say("appliedBy"), run.applied_by],
            [say("reason"), run.apply_reason],
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
          {readings_differing > 0
            ? say("nothingWouldChangeButReadings", { readings: readings_differing })
            : say("nothingWouldChange")}
        </Notice>
      </div>
    );
  }
  const isPast = status === "applied";
  return (
    <>
      <Section
        title={isPast ? say("whatItChangedInMoney") : say("whatWouldChangeInMoney")}
        about={say("sumsOfTheRowsThatDiffer")}
      >
        {money.length === 0 ? <p className="quiet">{say("noSumOfMoneyDiffers")}</p> : <DifferenceSums money={money} />}
      </Section>
      <Section
        title={say("rowByRow")}
        about={books
          .map(
            ({ book, added, removed, changed }) =>
              `${sentenceOf(book)}: ${[
                added === 0 ? null : say("rowsAdded", { count: added }),
                removed === 0 ? null : say("rowsRemoved", { count: removed }),
                changed === 0 ? null : say("rowsChanged", { count: changed }),
              ]
                .filter((words) => words !== null)
                .join(", ")}`,
          )
          .join(" · ")}
      >
        <DifferenceRows programId={programId} runId={run.run_id} />
      </Section>
    </>
  );
}
