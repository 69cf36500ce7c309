// The exports there are: written now to see whether they can be, and removed.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { Confirm } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { formatDay, sentenceOf } from "../../format.ts";

type Export = Schemas["Export"];

export function Exports({ programId }: { readonly programId: number }) {
  const client = useQueryClient();
  const [removed, setRemoved] = useState<Export | null>(null);
  const [started, setStarted] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const changed = () => client.invalidateQueries({ queryKey: ["program", programId, "exports"] });
  const path = ({ export_id }: Export) => ({ program_id: programId, export_id });
  const write = (one: Export) => {
    setError(null);
    const call = api.POST("/api/v1/programs/{program_id}/exports/{export_id}/run", {
      params: { path: path(one) },
      body: {},
    });
    ask(call).then(({ data }) => {
      setStarted(`The ${one.list} of ${formatDay(data.day)} are written within two minutes. The result appears below.`);
      return changed();
    }, setError);
  };
  return (
    <div className="stack">
      {error === null ? null : <ErrorNotice error={error} isChange={true} />}
      {started === null ? null : <Notice meaning="info">{started}</Notice>}
      <DataList<Export>
        name="exports"
        label="Exports"
        queryKey={["program", programId, "exports"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/exports", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={[...columns, doing("Write now", write), doing("Remove", setRemoved)]}
        rowId={({ export_id }) => String(export_id)}
        empty={
          <EmptyState title="No exports yet">
            An export writes a list as a file each day, to a folder or to your bucket.
          </EmptyState>
        }
      />
      <Confirm
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        title={`Remove the export of ${removed?.list ?? ""}?`}
        effect="No more files are written. Existing files stay, and a bucket's secret is erased."
        action="Remove export"
        isDangerous={true}
        onConfirm={async () => {
          if (removed === null) return;
          await ask(
            api.DELETE("/api/v1/programs/{program_id}/exports/{export_id}", { params: { path: path(removed) } }),
          );
          await changed();
        }}
      />
    </div>
  );
}

const columns: readonly Column<Export>[] = [
  { id: "list", title: "What", cell: ({ list }) => sentenceOf(list) },
  {
    id: "format",
    title: "Form",
    isWide: true,
    isExtra: true,
    cell: ({ format }) => (format === "csv" ? "CSV" : "Lines of JSON"),
  },
  { id: "where", title: "Where", isWide: true, cell: (one) => <code>{placeOf(one)}</code> },
  {
    id: "last_day",
    title: "Last written",
    isWide: true,
    cell: ({ last_day }) => (last_day === null ? "Never" : formatDay(last_day)),
  },
  {
    id: "waiting",
    title: "Next file",
    isWide: true,
    isFigure: true,
    cell: ({ waiting_count }) => waiting_count.toLocaleString(),
  },
];

function placeOf({ target, folder, bucket, prefix }: Export): string {
  if (target === "s3") return `s3://${[bucket, prefix].filter((part) => part !== null).join("/")}`;
  return folder ?? "The program's folder";
}

function doing(word: string, onClick: (one: Export) => void): Column<Export> {
  return {
    id: word,
    title: word,
    isFigure: true,
    cell: (one) => (
      <Button kind="quiet" onClick={() => onClick(one)} aria-label={`${word}: ${one.list}, export ${one.export_id}`}>
        {word}
      </Button>
    ),
  };
}
