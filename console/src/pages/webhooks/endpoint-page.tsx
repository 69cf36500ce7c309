// One endpoint: its status, its secret, and every message sent to it.

import { useQuery } from "@tanstack/react-query";
import { Outlet, useParams } from "@tanstack/react-router";
import { api, ask } from "../../api/client.ts";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import type { Filter } from "../../components/filters.tsx";
import { May } from "../../components/may.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Status } from "../../components/values/status.tsx";
import { Time } from "../../components/values/time.tsx";
import { rich, say } from "../../texts/connections/webhooks.ts";
import { EndpointActions } from "./endpoint-actions.tsx";
import { type Endpoint, endpointQuery, type Message, messagePath, messageStates } from "./endpoint-query.ts";
import { EndpointSecret } from "./endpoint-secret.tsx";

const filters: readonly Filter[] = [
  {
    name: "status",
    label: say("state"),
    kind: "choice",
    choices: [
      { value: "pending", label: say("waiting") },
      { value: "delivered", label: say("arrived") },
      { value: "failed", label: say("failed") },
    ],
  },
];

export function EndpointPage() {
  const { programId, endpointId } = useParams({ from: "/programs/$programId/webhooks/$endpointId" });
  const { data: endpoint, error } = useQuery(endpointQuery(programId, endpointId));
  if (error !== null) return <ErrorNotice error={error} />;
  if (endpoint === undefined) return <Skeleton lines={4} />;
  const path = { program_id: programId, endpoint_id: endpointId };
  return (
    <Page
      title={endpoint.description ?? say("endpointId", { endpointId })}
      about={endpoint.url}
      actions={<EndpointActions programId={programId} endpoint={endpoint} />}
    >
      <Standing endpoint={endpoint} />
      <May programId={programId} right="settings">
        <Section title={say("secret")} about={say("yourSystemVerifiesOurMessagesWith")}>
          <EndpointSecret programId={programId} endpointId={endpointId} />
        </Section>
      </May>
      <Section title={say("messages")} about={say("newestFirstKeptForALimited")}>
        <DataList<Message>
          name="messages"
          label={say("messages")}
          queryKey={["program", programId, "endpoints", endpointId, "messages"]}
          load={(query) =>
            ask(
              api.GET("/api/v1/programs/{program_id}/endpoints/{endpoint_id}/messages", {
                params: { path },
                querySerializer: query,
              }),
            )
          }
          columns={columns}
          rowId={({ message_no }) => String(message_no)}
          rowPath={({ message_no }) => messagePath(programId, endpointId, message_no)}
          filters={filters}
          csvPath={`/api/v1/programs/${programId}/endpoints/${endpointId}/messages`}
          empty={<EmptyState title={say("noMessagesYet")}>{say("sendATestToSeeWhether")}</EmptyState>}
        />
      </Section>
      <Outlet />
    </Page>
  );
}

function Standing({ endpoint }: { readonly endpoint: Endpoint }) {
  const { status, paused_because, failing_since, waiting_count } = endpoint;
  if (status === "paused") {
    return (
      <Notice meaning="warn">
        {say("pausedBecauseNothingIsLostResumingSends", { pausedBecause: paused_because })}
      </Notice>
    );
  }
  if (failing_since === null) return null;
  return (
    <Notice meaning="warn">
      {rich("noSuccessSinceTimeWaitingCountWait", { time: <Time at={failing_since} />, waitingCount: waiting_count })}
    </Notice>
  );
}

const columns: readonly Column<Message>[] = [
  { id: "type", title: say("message"), cell: ({ type }) => <code>{type}</code> },
  { id: "status", title: say("state"), cell: ({ status }) => <Status of={status} {...messageStates[status]} /> },
  { id: "subject", title: say("about"), isWide: true, cell: ({ subject }) => subject.replace(":", " ") },
  { id: "attempts", title: say("tries"), isFigure: true, cell: ({ attempts }) => attempts },
  { id: "made_at", title: say("made"), isWide: true, cell: ({ made_at }) => <Time at={made_at} /> },
  {
    id: "next",
    title: say("nextTry"),
    isWide: true,
    cell: ({ next_attempt_at }) => (next_attempt_at === null ? "" : <Time at={next_attempt_at} />),
  },
];
