// Who changed what of the program, the newest first.
import { Link } from "@tanstack/react-router";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import type { Filter } from "../../components/filters.tsx";
import { Section } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { pathOf } from "../../paths.ts";

type Change = Schemas["Audit"];

const filters: readonly Filter[] = [
  { name: "from", label: "From", kind: "day" },
  { name: "before", label: "Before", kind: "day" },
];

export function Audit({ programId }: { readonly programId: number }) {
  return (
    <Section title="Changes" about="What people and agents changed of this program, and who it was.">
      <DataList<Change>
        name="audit"
        label="Changes"
        queryKey={["program", programId, "audit"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/audit", {
              params: { path: { program_id: programId } },
              querySerializer: () => `${query()}&order=newest`,
            }),
          )
        }
        columns={columnsOf(programId)}
        rowId={({ event_id }) => String(event_id)}
        filters={filters}
        csvPath={`/api/v1/programs/${programId}/audit`}
        empty={
          <EmptyState title="No changes yet">Whoever changes a setting, a partner or a payout stands here.</EmptyState>
        }
      />
    </Section>
  );
}

function columnsOf(programId: number): readonly Column<Change>[] {
  return [
    {
      id: "changed_at",
      title: "When",
      cell: ({ changed_at, event_id }) => (
        <Link to={pathOf(programId, "events", event_id)} className="row-link">
          <Time at={changed_at} />
        </Link>
      ),
    },
    { id: "who", title: "Who", cell: (change) => authorOf(change) },
    { id: "words", title: "What", isWide: true, cell: ({ words }) => <span title={words}>{words}</span> },
  ];
}

function authorOf({ by_kind, by_name, by_id }: Change): string {
  if (by_kind === null) return "Not kept then";
  if (by_kind === "operator") return by_name ?? "The operator's command line";
  return by_name ?? (by_kind === "agent" ? `Agent ${by_id}` : "An account that is gone");
}
