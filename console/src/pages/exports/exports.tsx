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
import { say } from "../../texts/connections/exports.ts";

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
      setStarted(say("theListOfDayAreWrittenWithin", { list: one.list, day: formatDay(data.day) }));
      return changed();
    }, setError);
  };
  return (
    <div className="stack stack-wide">
      {error === null ? null : <ErrorNotice error={error} isChange={true} />}
      {started === null ? null : <Notice meaning="info">{started}</Notice>}
      <DataList<Export>
        name="exports"
        label={say("exports")}
        queryKey={["program", programId, "exports"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/exports", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={[...columns, doing(say("writeNow"), write), doing(say("remove"), setRemoved)]}
        rowId={({ export_id }) => String(export_id)}
        empty={<EmptyState title={say("noExportsYet")}>{say("anExportWritesAListAs")}</EmptyState>}
      />
      <Confirm
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        title={say("removeTheExportOfList", { list: removed?.list ?? "" })}
        effect={say("noMoreFilesAreWrittenExisting")}
        action={say("removeExport")}
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
  { id: "list", title: say("what"), cell: ({ list }) => sentenceOf(list) },
  {
    id: "format",
    title: say("form"),
    isWide: true,
    isExtra: true,
    cell: ({ format }) => (format === "csv" ? "CSV" : say("linesOfJson")),
  },
  { id: "where", title: say("where"), isWide: true, cell: (one) => <code>{placeOf(one)}</code> },
  {
    id: "last_day",
    title: say("lastWritten"),
    isWide: true,
    cell: ({ last_day }) => (last_day === null ? say("never") : formatDay(last_day)),
  },
  {
    id: "waiting",
    title: say("filesWaiting"),
    isWide: true,
    isFigure: true,
    cell: ({ waiting_count }) => waiting_count.toLocaleString(),
  },
];

function placeOf({ target, folder, bucket, prefix }: Export): string {
  if (target === "s3") return `s3://${[bucket, prefix].filter((part) => part !== null).join("/")}`;
  return folder ?? say("theProgramsFolder");
}

function doing(word: string, onClick: (one: Export) => void): Column<Export> {
  return {
    id: word,
    title: word,
    isFigure: true,
    cell: (one) => (
      <Button
        kind="quiet"
        onClick={() => onClick(one)}
        aria-label={say("wordListExportId", { word, list: one.list, exportId: one.export_id })}
      >
        {word}
      </Button>
    ),
  };
}
