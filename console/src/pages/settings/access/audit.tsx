// Who changed what of the program, the newest first.
import { Link } from "@tanstack/react-router";
import { api, ask } from "../../../api/client.ts";
import type { Schemas } from "../../../api/queries.ts";
import { type Column, DataList } from "../../../components/data-list.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import type { Filter } from "../../../components/filters.tsx";
import { Section } from "../../../components/page.tsx";
import { Time } from "../../../components/values/time.tsx";
import { pathOf } from "../../../paths.ts";
import { say } from "../../../texts/settings/settings-access.ts";
import { authorNamed } from "./author-named.ts";

type Change = Schemas["Audit"];

const filters: readonly Filter[] = [
  { name: "from", label: say("from"), kind: "day" },
  { name: "before", label: say("before"), kind: "day" },
];

export function Audit({ programId }: { readonly programId: number }) {
  return (
    <Section title={say("programAndMoney")} about={say("changesOfSettingsPartnersTermsAnd")}>
      <DataList<Change>
        name="audit"
        label={say("changes")}
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
        empty={<EmptyState title={say("noChangesYet")}>{say("changesOfSettingsPartnersAndPayouts")}</EmptyState>}
      />
    </Section>
  );
}

function columnsOf(programId: number): readonly Column<Change>[] {
  return [
    {
      id: "changed_at",
      title: say("when"),
      cell: ({ changed_at, event_id }) => (
        <Link to={pathOf(programId, "events", event_id)} className="row-link">
          <Time at={changed_at} />
        </Link>
      ),
    },
    { id: "who", title: say("who"), isProse: true, cell: (change) => authorNamed(change) },
    { id: "summary", title: say("what"), isProse: true, cell: ({ summary }) => summary },
  ];
}
