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
import { authorNamed } from "./author-named.ts";

type Change = Schemas["Audit"];

const filters: readonly Filter[] = [
  { name: "from", label: "From", kind: "day" },
  { name: "before", label: "Before", kind: "day" },
];

export function Audit({ programId }: { readonly programId: number }) {
  return (
    <Section title="Program and money" about="Changes of settings, partners, terms and payouts, by people and agents.">
      <DataList<Change>
        name="audit"
        label="Changes"
        queryKey={["program", programId, "audit"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/audit", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        always={{ order: "newest" }}
        isLive={true}
        columns={columnsOf(programId)}
        rowId={({ event_id }) => String(event_id)}
        filters={filters}
        csvPath={`/api/v1/programs/${programId}/audit`}
        empty={
          <EmptyState title="No changes yet">
            Changes of settings, partners and payouts appear here with their authors.
          </EmptyState>
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
    { id: "who", title: "Who", isProse: true, cell: (change) => authorNamed(change) },
    { id: "summary", title: "What", isProse: true, cell: ({ summary }) => summary },
  ];
}
