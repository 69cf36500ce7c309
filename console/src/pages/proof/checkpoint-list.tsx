// The program's checkpoints, the newest first, and all of them as a file.
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Section } from "../../components/page.tsx";
import { Time } from "../../components/values/time.tsx";
import { sentenceOf } from "../../format.ts";
import { say } from "../../texts/books/proof.ts";

type Checkpoint = Schemas["Checkpoint"];

export function CheckpointList({ programId }: { readonly programId: number }) {
  return (
    <Section title={say("checkpoints")} about={say("theCsvHasEachWithIts")}>
      <DataList<Checkpoint>
        name="checkpoints"
        label={say("checkpoints")}
        queryKey={["program", programId, "checkpoints"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/checkpoints", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        always={{ order: "newest" }}
        columns={columns}
        rowId={({ number }) => String(number)}
        csvPath={`/api/v1/programs/${programId}/checkpoints`}
        empty={<EmptyState title={say("noCheckpointYet")}>{say("withAKeyTheServiceSigns")}</EmptyState>}
      />
    </Section>
  );
}

const columns: readonly Column<Checkpoint>[] = [
  { id: "number", title: say("number"), cell: ({ number }) => number },
  { id: "made_at", title: say("signed"), cell: ({ made_at }) => <Time at={made_at} /> },
  { id: "seq", title: say("events"), isFigure: true, cell: ({ seq }) => seq },
  { id: "occasion", title: say("reason"), isWide: true, cell: ({ occasion }) => sentenceOf(occasion) },
];
