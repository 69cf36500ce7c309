// The log of a program: every event with its outcome, newest first, updated live.
import { useQuery } from "@tanstack/react-query";
import { Outlet, useParams } from "@tanstack/react-router";
import { api, ask } from "../../api/client.ts";
import { partnersQuery, type Schemas } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { choicesOf, type Filter } from "../../components/filters.tsx";
import { Page } from "../../components/page.tsx";
import { sourceNamed } from "../../components/values/source-name.tsx";
import { Time } from "../../components/values/time.tsx";
import { sentenceOf } from "../../format.ts";
import { useMode } from "../../mode.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/events.ts";
import { providers } from "../integration/providers.ts";
import { EventStatus, subjectOf, titleOf } from "./event-words.tsx";
import { withBounds } from "./events-query.ts";

type Event = Schemas["Event"];

const types = [
  "click_recorded",
  "lead_reported",
  "sale_reported",
  "payment_succeeded",
  "payment_refunded",
  "dispute_opened",
  "dispute_closed",
  "delivery_unreadable",
  "payout_created",
  "payout_recorded",
  "program_changed",
];
const sources = ["api", "browser", "operator", "schedule", "chain", ...providers.map(({ id }) => id)];

export function EventsPage() {
  const { programId } = useParams({ from: "/programs/$programId/events" });
  const { data: partners = [] } = useQuery(partnersQuery(programId));
  const mode = useMode();
  const filters: readonly Filter[] = [
    {
      name: "outcome",
      label: say("outcome"),
      kind: "choice",
      choices: choicesOf(["recorded", "duplicate", "parked", "ignored", "expired", "failed", "refused"]),
    },
    { name: "type", label: say("type"), kind: "choice", choices: choicesOf(types) },
    {
      name: "source",
      label: say("source"),
      kind: "choice",
      choices: sources.map((source) => ({ value: source, label: sourceNamed(source) })),
    },
    { name: "transaction_id", label: say("transaction"), kind: "text", placeholder: say("exampleTransaction") },
    { name: "customer_key", label: say("customer"), kind: "text", placeholder: say("exampleCustomer") },
    { name: "click_id", label: say("click"), kind: "text" },
    {
      name: "partner_id",
      label: say("partner"),
      kind: "choice",
      choices: partners.map(({ partner_id, name }) => ({ value: String(partner_id), label: name })),
    },
    { name: "amount_cents", label: say("amountInCents"), kind: "text", placeholder: "4900" },
    { name: "from", label: say("from"), kind: "day" },
    { name: "before", label: say("before"), kind: "day" },
  ];
  return (
    <Page title={say("events")} about={say("everyEventOfThisProgramWith")}>
      <DataList<Event>
        name="events"
        label={say("events")}
        queryKey={["program", programId, "events"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/events", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={columns}
        rowId={({ event_id }) => String(event_id)}
        rowPath={({ event_id }) => pathOf(programId, "events", event_id)}
        filters={filters}
        csvPath={`/api/v1/programs/${programId}/events`}
        always={{ order: "newest", is_test: String(mode === "test") }}
        complete={withBounds}
        isLive={true}
        empty={
          <EmptyState
            title={mode === "test" ? say("noTestsYet") : say("noEventsYet")}
            action={<ButtonLink to={pathOf(programId, "integration")}>{say("setUpTracking")}</ButtonLink>}
          >
            {mode === "test" ? say("testCallsAndTestModeDeliveries") : say("clicksSignUpsAndPaymentsAppear")}
          </EmptyState>
        }
      />
      <Outlet />
    </Page>
  );
}

const columns: readonly Column<Event>[] = [
  { id: "received_at", title: say("received"), cell: (event) => <Time at={event.received_at} /> },
  { id: "type", title: say("event"), cell: (event) => titleOf(event) },
  { id: "outcome", title: say("outcome"), cell: (event) => <EventStatus of={event.outcome} /> },
  {
    id: "reason",
    title: say("why"),
    isWide: true,
    cell: ({ reason }) => (reason === null ? "" : sentenceOf(reason)),
  },
  { id: "about", title: say("about"), isWide: true, cell: ({ data }) => <code>{subjectOf(data)}</code> },
  { id: "source", title: say("source"), isWide: true, cell: ({ source }) => sourceNamed(source) },
  {
    id: "provider_type",
    title: say("providersEvent"),
    isWide: true,
    isExtra: true,
    cell: ({ provider_event_type }) => <code>{provider_event_type ?? ""}</code>,
  },
  {
    id: "event_id",
    title: say("eventsId"),
    isWide: true,
    isExtra: true,
    isFigure: true,
    cell: ({ event_id }) => event_id,
  },
];
