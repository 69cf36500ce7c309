// Adjustments by sale: what is owed or deducted in addition to what was paid, and so why a payout differs from its sales' commissions.
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { api, ask } from "../../api/client.ts";
import { partnersQuery, type Schemas } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import type { Filter } from "../../components/filters.tsx";
import { Money } from "../../components/money.tsx";
import { Page } from "../../components/page.tsx";
import { PartnerName } from "../../components/partner-name.tsx";
import { Status } from "../../components/status.tsx";
import { pathOf } from "../../paths.ts";

type Adjustment = Schemas["Adjustment"];

export function AdjustmentsPage() {
  const { programId } = useParams({ from: "/programs/$programId/adjustments" });
  const { data: partners = [] } = useQuery(partnersQuery(programId));
  const filters: readonly Filter[] = [
    {
      name: "direction",
      label: "Direction",
      kind: "choice",
      choices: [
        { value: "owed", label: "Owed to partners" },
        { value: "taken_off", label: "Deducted" },
      ],
    },
    {
      name: "partner_id",
      label: "Partner",
      kind: "choice",
      choices: partners.map(({ partner_id, name }) => ({ value: String(partner_id), label: name })),
    },
  ];
  return (
    <Page
      title="Adjustments"
      about="Sales that changed after their commission was paid. The next payout corrects each."
      actions={<ButtonLink to={pathOf(programId, "payouts")}>Payouts</ButtonLink>}
    >
      <DataList<Adjustment>
        name="adjustments"
        label="Adjustments"
        queryKey={["program", programId, "adjustments"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/adjustments", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={columnsOf(programId)}
        rowId={({ sale_id, partner_id, currency }) => `${sale_id} ${partner_id} ${currency}`}
        rowPath={({ sale_id }) => pathOf(programId, "sales", sale_id)}
        filters={filters}
        csvPath={`/api/v1/programs/${programId}/adjustments`}
        empty={
          <EmptyState title="No adjustments">
            When a sale is refunded or corrected after its commission was paid, the difference is listed here until a
            payout includes it.
          </EmptyState>
        }
      />
    </Page>
  );
}

function columnsOf(programId: number): readonly Column<Adjustment>[] {
  return [
    {
      id: "amount",
      title: "Adjustment",
      isFigure: true,
      cell: ({ amount_cents, currency }) => <Money cents={amount_cents} currency={currency} />,
    },
    { id: "state", title: "State", cell: (adjustment) => <Status of="adjustment" {...stateOf(adjustment)} /> },
    {
      id: "partner",
      title: "Partner",
      isWide: true,
      cell: ({ partner_id }) => <PartnerName programId={programId} partnerId={partner_id} />,
    },
    {
      id: "paid",
      title: "Paid",
      isFigure: true,
      isWide: true,
      cell: ({ paid_cents, currency }) => <Money cents={paid_cents} currency={currency} />,
    },
    {
      id: "due",
      title: "Due now",
      isFigure: true,
      isWide: true,
      cell: ({ due_cents, currency }) => <Money cents={due_cents} currency={currency} />,
    },
    {
      id: "sale",
      title: "Sale",
      isWide: true,
      cell: ({ sale_id, transaction_id }) =>
        transaction_id === null ? `Sale ${sale_id}` : <code>{transaction_id}</code>,
    },
  ];
}

function stateOf({ amount_cents, is_held, payout_id }: Adjustment) {
  if (payout_id !== null) return { word: `In payout ${payout_id}`, meaning: "info" } as const;
  if (is_held) return { word: "Waiting: the sale is on hold", meaning: "warn" } as const;
  return amount_cents < 0
    ? ({ word: "Deducted from the next payout", meaning: "neutral" } as const)
    : ({ word: "Owed with the next payout", meaning: "good" } as const);
}
