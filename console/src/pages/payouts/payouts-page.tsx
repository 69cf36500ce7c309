// What is owed to each partner, and the payouts. The service moves no money: an owner or finance pays and records it here.

import { Outlet, useParams } from "@tanstack/react-router";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import type { Filter } from "../../components/filters.tsx";
import { useMay } from "../../components/may.tsx";
import { Money } from "../../components/money.tsx";
import { Page, Section } from "../../components/page.tsx";
import { PartnerName } from "../../components/partner-name.tsx";
import { Time } from "../../components/time.tsx";
import { pathOf } from "../../paths.ts";
import { Attention } from "./attention.tsx";
import { Owed, useOwed } from "./owed.tsx";
import { BulkActions } from "./payout-actions.tsx";
import { PayoutStatus, payoutStates } from "./payout-status.tsx";
import { useChosenRail } from "./rails-query.ts";
import { ResultFile } from "./result-file.tsx";

type Payout = Schemas["Payout"];

const filters: readonly Filter[] = [
  { name: "status", label: "State", kind: "choice", choices: payoutStates },
  {
    name: "awaits_approval",
    label: "Approval",
    kind: "choice",
    choices: [
      { value: "true", label: "To be approved" },
      { value: "false", label: "Not waiting for approval" },
    ],
  },
];

export function PayoutsPage() {
  const { programId } = useParams({ from: "/programs/$programId/payouts" });
  const mayPay = useMay(programId, "payouts");
  const { isPending } = useOwed(programId);
  const rail = useChosenRail(programId);
  return (
    <Page
      title="Payouts"
      about={
        rail === null
          ? "Create payouts, pay them with your bank or payment tool, and mark them paid."
          : `Create payouts and send them by ${rail}.`
      }
      actions={
        mayPay ? (
          <>
            {rail === null ? null : <ButtonLink to={pathOf(programId, "payouts", "reconcile")}>Reconcile</ButtonLink>}
            <ResultFile programId={programId} />
          </>
        ) : undefined
      }
    >
      <Attention programId={programId} mayPay={mayPay} />
      <Owed programId={programId} mayPay={mayPay} />
      {isPending ? null : (
        <Section title="Payouts">
          <DataList<Payout>
            name="payouts"
            label="Payouts"
            queryKey={["program", programId, "payouts"]}
            load={(query) =>
              ask(
                api.GET("/api/v1/programs/{program_id}/payouts", {
                  params: { path: { program_id: programId } },
                  querySerializer: query,
                }),
              )
            }
            columns={columnsOf(programId)}
            rowId={({ payout_id }) => String(payout_id)}
            rowPath={({ payout_id }) => pathOf(programId, "payouts", payout_id)}
            filters={filters}
            always={{ order: "newest" }}
            isLive={true}
            csvPath={`/api/v1/programs/${programId}/payouts`}
            {...(mayPay
              ? {
                  bulk: (payouts: readonly Payout[], clear: () => void) => (
                    <BulkActions programId={programId} payouts={payouts} onDone={clear} />
                  ),
                }
              : {})}
            empty={
              <EmptyState title="No payouts yet">
                Unpaid balances are listed above: create payouts to pay them.
              </EmptyState>
            }
          />
        </Section>
      )}
      <Outlet />
    </Page>
  );
}

function columnsOf(programId: number): readonly Column<Payout>[] {
  return [
    { id: "payout", title: "Payout", cell: ({ payout_id }) => `Payout ${payout_id}` },
    {
      id: "amount",
      title: "Amount",
      isFigure: true,
      cell: ({ amount_cents, currency }) => <Money cents={amount_cents} currency={currency} />,
    },
    { id: "status", title: "State", cell: (payout) => <PayoutStatus payout={payout} /> },
    {
      id: "partner",
      title: "Partner",
      isWide: true,
      cell: ({ partner_id }) => <PartnerName programId={programId} partnerId={partner_id} />,
    },
    { id: "items", title: "Sales", isFigure: true, isWide: true, cell: ({ item_count }) => item_count },
    {
      id: "created_at",
      title: "Created",
      isWide: true,
      isExtra: true,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    {
      id: "paid_at",
      title: "Paid",
      isWide: true,
      cell: ({ paid_at }) => (paid_at === null ? "" : <Time at={paid_at} />),
    },
    { id: "reference", title: "Reference", isWide: true, isExtra: true, cell: ({ reference }) => reference ?? "" },
  ];
}
