// Who changed who may do what: keys, connections, payout details, people, agents. The newest first.
import { api, ask } from "../../../api/client.ts";
import type { Schemas } from "../../../api/queries.ts";
import { type Column, DataList } from "../../../components/data-list.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Section } from "../../../components/page.tsx";
import { Time } from "../../../components/values/time.tsx";
import { say } from "../../../texts/settings/settings-access.ts";
import { authorNamed } from "./author-named.ts";

type AccessChange = Schemas["AccessChange"];

const columns: readonly Column<AccessChange>[] = [
  { id: "changed_at", title: say("when"), cell: ({ changed_at }) => <Time at={changed_at} /> },
  { id: "who", title: say("who"), isProse: true, cell: (change) => authorNamed(change) },
  { id: "summary", title: say("what"), isProse: true, cell: ({ summary }) => summary },
];

export function AccessChanges({ programId }: { readonly programId: number }) {
  return (
    <Section title={say("keysAndPeople")} about={say("changesOfKeysConnectionsPayoutDetails")}>
      <DataList<AccessChange>
        name="access-changes"
        label={say("changesOfKeysAndPeople")}
        queryKey={["program", programId, "access-changes"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/access-changes", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        always={{ order: "newest" }}
        isLive={true}
        columns={columns}
        rowId={({ change_id }) => String(change_id)}
        csvPath={`/api/v1/programs/${programId}/access-changes`}
        empty={<EmptyState title={say("noChangesYet")}>{say("keyConnectionAndMemberChangesAppear")}</EmptyState>}
      />
    </Section>
  );
}
