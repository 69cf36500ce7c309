// Adjustments by sale: what is owed or deducted in addition to what was paid, and so why a payout differs from its sales' commissions.
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { api, ask } from "../../api/client.ts";
import { partnersQuery, type Schemas } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import type { Filter } from "../../components/filters.tsx";
import { Page } from "../../components/page.tsx";
import { Money } from "../../components/values/money.tsx";
import { PartnerName } from "../../components/values/partner-name.tsx";
import { Status } from "../../components/values/status.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/adjustments.ts";

type Adjustment = Schemas["Adjustment"];

export function AdjustmentsPage() {
  const { programId } = useParams({ from: "/programs/$programId/adjustments" });
  const { data: partners = [] } = useQuery(partnersQuery(programId));
  const filters: readonly Filter[] = [
    {
      name: "direction",
      label: say("direction"),
      kind: "choice",
      choices: [
        { value: "owed", label: say("owedToPartners") },
        { value: "taken_off", label: say("deducted") },
      ],
    },
    {
      name: "partner_id",
      label: say("partner"),
      kind: "choice",
      choices: partners.map(({ partner_id, name }) => ({ value: String(partner_id), label: name })),
    },
  ];
  return (
    <Page
      title={say("adjustments")}
      about={say("salesThatChangedAfterTheirCommission")}
      actions={<ButtonLink to={pathOf(programId, "payouts")}>{say("payouts")}</ButtonLink>}
    >
      <DataList<Adjustment>
        name="adjustments"
        label={say("adjustments")}
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
        empty={<EmptyState title={say("noAdjustments")}>{say("whenASaleIsRefundedOr")}</EmptyState>}
      />
    </Page>
  );
}

function columnsOf(programId: number): readonly Column<Adjustment>[] {
  return [
    {
      id: "amount",
      title: say("adjustment"),
      isFigure: true,
      cell: ({ amount_cents, currency }) => <Money cents={amount_cents} currency={currency} />,
    },
    { id: "state", title: say("state"), cell: (adjustment) => <Status of="adjustment" {...stateOf(adjustment)} /> },
    {
      id: "partner",
      title: say("partner"),
      isWide: true,
      cell: ({ partner_id }) => <PartnerName programId={programId} partnerId={partner_id} />,
    },
    {
      id: "paid",
      title: say("paid"),
      isFigure: true,
      isWide: true,
      cell: ({ paid_cents, currency }) => <Money cents={paid_cents} currency={currency} />,
    },
    {
      id: "due",
      title: say("dueNow"),
      isFigure: true,
      isWide: true,
      cell: ({ due_cents, currency }) => <Money cents={due_cents} currency={currency} />,
    },
    {
      id: "sale",
      title: say("sale"),
      isWide: true,
      cell: ({ sale_id, transaction_id }) =>
        transaction_id === null ? say("saleId", { saleId: sale_id }) : <code>{transaction_id}</code>,
    },
  ];
}

function stateOf({ amount_cents, is_held, payout_id }: Adjustment) {
  if (payout_id !== null) return { word: say("inPayoutId", { payoutId: payout_id }), meaning: "info" } as const;
  if (is_held) return { word: say("waitingTheSaleIsOnHold"), meaning: "warn" } as const;
  return amount_cents < 0
    ? ({ word: say("deductedFromTheNextPayout"), meaning: "neutral" } as const)
    : ({ word: say("owedWithTheNextPayout"), meaning: "good" } as const);
}
