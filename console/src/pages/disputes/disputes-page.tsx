// The disputes of a program: which sales are disputed, and how it ended.

import { useParams } from "@tanstack/react-router";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { choicesOf, type Filter } from "../../components/filters.tsx";
import { useIsOperator } from "../../components/may.tsx";
import { Page } from "../../components/page.tsx";
import { Money } from "../../components/values/money.tsx";
import { PartnerName } from "../../components/values/partner-name.tsx";
import { Status } from "../../components/values/status.tsx";
import { Time } from "../../components/values/time.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/books/disputes.ts";
import { CloseDispute } from "./close-dispute.tsx";

type Dispute = Schemas["Dispute"];

const filters: readonly Filter[] = [
  { name: "status", label: say("state"), kind: "choice", choices: choicesOf(["open", "won", "lost"]) },
];

const looks = {
  open: { word: say("openCommissionHeld"), meaning: "warn" },
  won: { word: say("wonCommissionRestored"), meaning: "good" },
  lost: { word: say("lostCommissionReversed"), meaning: "bad" },
} as const;

function columnsOf(programId: number): readonly Column<Dispute>[] {
  return [
    {
      id: "amount",
      title: say("disputed"),
      isFigure: true,
      cell: ({ amount_cents, currency }) => <Money cents={amount_cents} currency={currency} />,
    },
    { id: "status", title: say("state"), cell: ({ status }) => <Status of={status} {...looks[status]} /> },
    {
      id: "partner",
      title: say("partner"),
      isWide: true,
      cell: ({ partner_id }) => <PartnerName programId={programId} partnerId={partner_id} />,
    },
    {
      id: "transaction",
      title: say("transaction"),
      isWide: true,
      cell: ({ transaction_id }) => <code>{transaction_id}</code>,
    },
    {
      id: "dispute",
      title: say("providersId"),
      isWide: true,
      isExtra: true,
      cell: ({ dispute_id }) => <code>{dispute_id}</code>,
    },
    { id: "received_at", title: say("received"), isWide: true, cell: ({ received_at }) => <Time at={received_at} /> },
  ];
}

function closing(programId: number): Column<Dispute> {
  return {
    id: "close",
    title: say("result"),
    cell: (dispute) => (dispute.status === "open" ? <CloseDispute programId={programId} dispute={dispute} /> : ""),
  };
}

export function DisputesPage() {
  const { programId } = useParams({ from: "/programs/$programId/disputes" });
  const isOperator = useIsOperator();
  return (
    <Page title={say("disputes")} about={say("whileADisputeIsOpenThe")}>
      <DataList<Dispute>
        name="disputes"
        label={say("disputes")}
        queryKey={["program", programId, "disputes"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/disputes", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={isOperator ? [...columnsOf(programId), closing(programId)] : columnsOf(programId)}
        rowId={({ event_id }) => String(event_id)}
        rowPath={({ sale_id }) => pathOf(programId, "sales", sale_id)}
        filters={filters}
        always={{ order: "newest" }}
        isLive={true}
        csvPath={`/api/v1/programs/${programId}/disputes`}
        empty={<EmptyState title={say("noDisputes")}>{say("paymentsThatABuyerDisputesWith")}</EmptyState>}
      />
    </Page>
  );
}
