// The result of each day's file, newest first; a failed day can be retried at once.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { Section } from "../../components/page.tsx";
import { Status } from "../../components/values/status.tsx";
import { Time } from "../../components/values/time.tsx";
import { formatCount, formatDay, formatShort, sentenceOf } from "../../format.ts";
import { say } from "../../texts/connections/exports.ts";

type Run = Schemas["ExportsRuns"];

export function ExportRuns({ programId }: { readonly programId: number }) {
  const client = useQueryClient();
  const [started, setStarted] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const retry = ({ export_id, list, day }: Run) => {
    setError(null);
    const call = api.POST("/api/v1/programs/{program_id}/exports/{export_id}/run", {
      params: { path: { program_id: programId, export_id } },
      body: { day },
    });
    ask(call).then(() => {
      setStarted(say("theListOfDayAreWritten", { list, day: formatDay(day) }));
      return client.invalidateQueries({ queryKey: ["program", programId, "exports"] });
    }, setError);
  };
  return (
    <Section title={say("files")} about={say("newestDayFirstAFailedFile")}>
      {error === null ? null : <ErrorNotice error={error} isChange={true} />}
      {started === null ? null : <Notice meaning="info">{started}</Notice>}
      <DataList<Run>
        name="export-runs"
        label={say("files")}
        queryKey={["program", programId, "exports", "runs"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/export-runs", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={[...columns, retrying(retry)]}
        rowId={({ export_id, day }) => `${day} ${export_id}`}
        csvPath={`/api/v1/programs/${programId}/export-runs`}
        empty={<EmptyState title={say("noFileWasWrittenYet")}>{say("theFirstComesAfterMidnightUtc")}</EmptyState>}
      />
    </Section>
  );
}

const columns: readonly Column<Run>[] = [
  { id: "day", title: say("day"), cell: ({ day }) => <span className="figure">{formatDay(day)}</span> },
  { id: "list", title: say("what"), isWide: true, cell: ({ list }) => sentenceOf(list) },
  { id: "status", title: say("state"), isProse: true, cell: (run) => <Standing run={run} /> },
  {
    id: "rows",
    title: say("rows"),
    isFigure: true,
    isWide: true,
    cell: ({ row_count }) => (row_count === null ? "" : formatCount(row_count)),
  },
  {
    id: "bytes",
    title: say("bytes"),
    isFigure: true,
    isWide: true,
    cell: ({ byte_count }) => (byte_count === null ? "" : formatShort(byte_count)),
  },
  {
    id: "file",
    title: say("file"),
    isWide: true,
    isExtra: true,
    cell: ({ file }) => (file === null ? "" : <code>{file}</code>),
  },
  {
    id: "ended_at",
    title: say("written"),
    isWide: true,
    isExtra: true,
    cell: ({ ended_at }) => (ended_at === null ? "" : <Time at={ended_at} />),
  },
];

function Standing({ run: { status, fault, list } }: { readonly run: Run }) {
  if (status === "done") return <Status of="done" word={say("written")} meaning="good" />;
  if (status === "running") return <Status of="running" word={say("writing")} meaning="info" />;
  if (status === "waiting" && fault === null) return <Status of="waiting" word={say("scheduled")} meaning="info" />;
  return (
    <>
      <Status
        of={status}
        word={status === "failed" ? say("failed") : say("retrying")}
        meaning={status === "failed" ? "bad" : "warn"}
      />{" "}
      <span className="quiet">
        {sentenceOf(list)}: {fault}
      </span>
    </>
  );
}

function retrying(retry: (run: Run) => void): Column<Run> {
  return {
    id: "retry",
    title: say("retry"),
    isFigure: true,
    cell: (run) =>
      run.fault === null || run.status === "done" ? null : (
        <Button
          kind="quiet"
          onClick={() => retry(run)}
          aria-label={say("retryListOfDay", { list: run.list, day: formatDay(run.day) })}
        >
          {say("retry")}
        </Button>
      ),
  };
}
