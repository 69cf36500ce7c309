// The disputes of a program: which sales are disputed, and how it ended.

import { useParams } from "@tanstack/react-router";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { choicesOf, type Filter } from "../../components/filters.tsx";
import { useIsOperator } from "../../components/may.tsx";
import { Money } from "../../components/money.tsx";
import { Page } from "../../components/page.tsx";
import { PartnerName } from "../../components/partner-name.tsx";
import { Status } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import { pathOf } from "../../paths.ts";
import { CloseDispute } from "./close-dispute.tsx";

type Dispute = Schemas["Dispute"];

const filters: readonly Filter[] = [
  { name: "status", label: "State", kind: "choice", choices: choicesOf(["open", "won", "lost"]) },
];

const looks = {
  open: { word: "Open, commission held", meaning: "warn" },
  won: { word: "Won, commission restored", meaning: "good" },
  lost: { word: "Lost, commission reversed", meaning: "bad" },
} as const;

function columnsOf(programId: number): readonly Column<Dispute>[] {
  return [
    {
      id: "amount",
      title: "Disputed",
      isFigure: true,
      cell: ({ amount_cents, currency }) => <Money cents={amount_cents} currency={currency} />,
    },
    { id: "status", title: "State", cell: ({ status }) => <Status of={status} {...looks[status]} /> },
    {
      id: "partner",
      title: "Partner",
      isWide: true,
      cell: ({ partner_id }) => <PartnerName programId={programId} partnerId={partner_id} />,
    },
    {
      id: "transaction",
      title: "Transaction",
      isWide: true,
      cell: ({ transaction_id }) => <code>{transaction_id}</code>,
    },
    {
      id: "dispute",
      title: "Provider's id",
      isWide: true,
      isExtra: true,
      cell: ({ dispute_id }) => <code>{dispute_id}</code>,
    },
    { id: "received_at", title: "Received", isWide: true, cell: ({ received_at }) => <Time at={received_at} /> },
  ];
}

function closing(programId: number): Column<Dispute> {
  return {
    id: "close",
    title: "Result",
    cell: (dispute) => (dispute.status === "open" ? <CloseDispute programId={programId} dispute={dispute} /> : ""),
  };
}

export function DisputesPage() {
  const { programId } = useParams({ from: "/programs/$programId/disputes" });
  const isOperator = useIsOperator();
  return (
    <Page
      title="Disputes"
      about="While a dispute is open, the commission is held: it is restored if won and reversed if lost."
    >
      <DataList<Dispute>
        name="disputes"
        label="Disputes"
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
        empty={<EmptyState title="No disputes">Payments that a buyer disputes with the bank appear here.</EmptyState>}
      />
    </Page>
  );
}
