// What is owed to each partner, and the payouts. The service moves no money: an owner or finance pays and records it here.

import { Outlet, useParams } from "@tanstack/react-router";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import type { Filter } from "../../components/filters.tsx";
import { useMay } from "../../components/may.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Money } from "../../components/values/money.tsx";
import { PartnerName } from "../../components/values/partner-name.tsx";
import { Time } from "../../components/values/time.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/payouts.ts";
import { Attention } from "./attention.tsx";
import { Owed, useOwed } from "./owed.tsx";
import { BulkActions } from "./payout-actions.tsx";
import { PayoutStatus, payoutStates } from "./payout-status.tsx";
import { useChosenRail } from "./rails-query.ts";
import { ResultFile } from "./result-file.tsx";

type Payout = Schemas["Payout"];

const filters: readonly Filter[] = [
  { name: "status", label: say("state"), kind: "choice", choices: payoutStates },
  {
    name: "awaits_approval",
    label: say("approval"),
    kind: "choice",
    choices: [
      { value: "true", label: say("toBeApproved") },
      { value: "false", label: say("notWaitingForApproval") },
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
      title={say("payouts")}
      about={rail === null ? say("createPayoutsPayThemWithYour") : say("createPayoutsAndSendThemBy", { rail })}
      actions={
        mayPay ? (
          <>
            {rail === null ? null : (
              <ButtonLink to={pathOf(programId, "payouts", "reconcile")}>{say("reconcile")}</ButtonLink>
            )}
            <ResultFile programId={programId} />
          </>
        ) : undefined
      }
    >
      <Attention programId={programId} mayPay={mayPay} />
      <Owed programId={programId} mayPay={mayPay} />
      {isPending ? null : (
        <Section title={say("payouts")}>
          <DataList<Payout>
            name="payouts"
            label={say("payouts")}
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
            empty={<EmptyState title={say("noPayoutsYet")}>{say("unpaidBalancesAreListedAboveCreate")}</EmptyState>}
          />
        </Section>
      )}
      <Outlet />
    </Page>
  );
}

function columnsOf(programId: number): readonly Column<Payout>[] {
  return [
    { id: "payout", title: say("payout"), cell: ({ payout_id }) => say("payoutId", { payoutId: payout_id }) },
    {
      id: "amount",
      title: say("amount"),
      isFigure: true,
      cell: ({ amount_cents, currency }) => <Money cents={amount_cents} currency={currency} />,
    },
    { id: "status", title: say("state"), cell: (payout) => <PayoutStatus payout={payout} /> },
    {
      id: "partner",
      title: say("partner"),
      isWide: true,
      cell: ({ partner_id }) => <PartnerName programId={programId} partnerId={partner_id} />,
    },
    { id: "items", title: say("sales"), isFigure: true, isWide: true, cell: ({ item_count }) => item_count },
    {
      id: "created_at",
      title: say("created"),
      isWide: true,
      isExtra: true,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    {
      id: "paid_at",
      title: say("paid"),
      isWide: true,
      cell: ({ paid_at }) => (paid_at === null ? "" : <Time at={paid_at} />),
    },
    { id: "reference", title: say("reference"), isWide: true, isExtra: true, cell: ({ reference }) => reference ?? "" },
  ];
}
