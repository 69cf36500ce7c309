// One event: its outcome and why, the other events of its payment, its payload and its delivery.
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { api, ask, serviceAddress } from "../../api/client.ts";
import type { Search } from "../../api/search.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { Sheet } from "../../components/sheet.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Copy } from "../../components/values/copy.tsx";
import { SourceName } from "../../components/values/source-name.tsx";
import { Time } from "../../components/values/time.tsx";
import { pathOf } from "../../paths.ts";
import { rich, say } from "../../texts/events.ts";
import { EventActions } from "./event-actions.tsx";
import { EventHeaders, EventPayload, EventReading } from "./event-delivery.tsx";
import type { EventDetail, EventProps } from "./event-props.ts";
import { EventRows } from "./event-rows.tsx";
import { EventStory } from "./event-story.tsx";
import { EventStatus, titleOf } from "./event-words.tsx";

export function EventSheet() {
  const { programId, eventId } = useParams({ from: "/programs/$programId/events/$eventId" });
  const navigate = useNavigate();
  const { data: event, error, isPending } = useQuery(eventQuery(programId, Number(eventId)));
  return (
    <Sheet
      title={event === undefined ? say("eventId", { eventId }) : titleOf(event)}
      subtitle={event === undefined ? undefined : <EventStatus of={event.outcome} />}
      onClose={() => void navigate({ to: pathOf(programId, "events"), search: withoutTab })}
      actions={
        event === undefined ? undefined : (
          <>
            <Copy isButton={true} label={say("copyAsCurl")} text={curlOf(programId, event.event_id)} />
            <EventActions programId={programId} event={event} />
          </>
        )
      }
    >
      {isPending ? <Skeleton lines={8} /> : null}
      {error === null ? null : <ErrorNotice error={error} />}
      {event === undefined ? null : <Event programId={programId} event={event} />}
    </Sheet>
  );
}

export function eventQuery(programId: number, eventId: number) {
  return {
    queryKey: ["program", programId, "event", eventId],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/events/{event_id}", {
          params: { path: { program_id: programId, event_id: eventId } },
        }),
      ).then(({ data }) => data),
  };
}

function Event({ programId, event }: EventProps) {
  const { tab = "story" } = useSearch({ strict: false });
  const navigate = useNavigate();
  const isDelivery = event.delivery !== null;
  return (
    <>
      <div className="verdict">
        <Notice meaning={meaningOf(event)}>
          <p>{event.verdict}</p>
          <p className="step-source">
            {rich("timeFromSourceEventIdTest", {
              time: <Time at={event.received_at} />,
              source: <SourceName of={event.source} />,
              eventId: event.event_id,
              isTest: event.is_test ? "yes" : "other",
            })}
          </p>
        </Notice>
      </div>
      <Tabs
        label={say("event")}
        value={tab}
        onChange={(id) =>
          void navigate({ to: ".", search: (search: Search) => ({ ...search, tab: id }), replace: true })
        }
        tabs={[
          { id: "story", title: say("story"), content: <EventStory programId={programId} event={event} /> },
          { id: "payload", title: say("payload"), content: <EventPayload event={event} /> },
          ...(isDelivery ? [{ id: "headers", title: say("headers"), content: <EventHeaders event={event} /> }] : []),
          ...(isDelivery
            ? [{ id: "reading", title: say("reading"), content: <EventReading programId={programId} event={event} /> }]
            : []),
          { id: "rows", title: say("rows"), content: <EventRows programId={programId} event={event} /> },
        ]}
      />
    </>
  );
}

function meaningOf({ outcome }: EventDetail): "good" | "info" | "warn" | "bad" {
  if (outcome === "recorded") return "good";
  if (outcome === "failed" || outcome === "refused") return "bad";
  return outcome === "parked" || outcome === "expired" ? "warn" : "info";
}

function curlOf(programId: number, eventId: number): string {
  return [
    "curl",
    `"${serviceAddress}/api/v1/programs/${programId}/events/${eventId}"`,
    '-H "authorization: Bearer $SVC_TOKEN"',
  ].join(" ");
}

function withoutTab({ tab: _, ...others }: Search): Search {
  return others;
}
