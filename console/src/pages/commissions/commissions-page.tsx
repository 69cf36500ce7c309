// Commissions of all partners, each with its status in words.

import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { partnersQuery, type Schemas } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import type { Filter } from "../../components/filters.tsx";
import { useMay } from "../../components/may.tsx";
import { Page } from "../../components/page.tsx";
import { useGroupName } from "../../components/values/group-name.tsx";
import { Money } from "../../components/values/money.tsx";
import { PartnerName } from "../../components/values/partner-name.tsx";
import { Status } from "../../components/values/status.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/commissions.ts";
import { BulkDecisions, type Decided } from "./bulk-decisions.tsx";
import { stateOf, termsOf } from "./commission-words.ts";
import { DecidedNotice } from "./decided.tsx";

type Commission = Schemas["Commission"];

const states = [
  { value: "pending", label: say("onHold") },
  { value: "approved", label: say("owed") },
  { value: "paid", label: say("paid") },
  { value: "held", label: say("heldBack") },
  { value: "refunded", label: say("partlyRefunded") },
  { value: "reversed", label: say("reversed") },
];

const kinds = [
  { value: "sale", label: say("sale") },
  { value: "lead", label: say("lead") },
  { value: "bonus", label: say("bonus") },
  { value: "referral", label: say("recruitedPartner") },
];

export function CommissionsPage() {
  const { programId } = useParams({ from: "/programs/$programId/commissions" });
  const { data: partners = [] } = useQuery(partnersQuery(programId));
  const mayDecide = useMay(programId, "terms");
  const groupName = useGroupName(programId);
  const [decided, setDecided] = useState<Decided | null>(null);
  const filters: readonly Filter[] = [
    { name: "status", label: say("state"), kind: "choice", choices: states },
    { name: "kind", label: say("earnedBy"), kind: "choice", choices: kinds },
    {
      name: "partner_id",
      label: say("partner"),
      kind: "choice",
      choices: partners.map(({ partner_id, name }) => ({ value: String(partner_id), label: name })),
    },
  ];
  return (
    <Page
      title={say("commissions")}
      about={say("aCommissionBecomesPayableWhenIts")}
      actions={<ButtonLink to={pathOf(programId, "payouts")}>{say("payWhatIsOwed")}</ButtonLink>}
    >
      {decided === null ? null : (
        <DecidedNotice
          key={`${decided.did} ${decided.data.map(({ commission_id }) => commission_id).join()}`}
          programId={programId}
          decided={decided}
          onUndone={setDecided}
          onClose={() => setDecided(null)}
        />
      )}
      <DataList<Commission>
        name="commissions"
        label={say("commissions")}
        queryKey={["program", programId, "commissions"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/commissions", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={columnsOf(programId, groupName)}
        rowId={({ commission_id }) => String(commission_id)}
        rowPath={({ sale_id, commission_id }) =>
          sale_id === null ? pathOf(programId, "events", commission_id) : pathOf(programId, "sales", sale_id)
        }
        filters={filters}
        csvPath={`/api/v1/programs/${programId}/commissions`}
        {...(mayDecide
          ? {
              bulk: (commissions: readonly Commission[], clear: () => void) => (
                <BulkDecisions
                  programId={programId}
                  commissions={commissions}
                  onDone={(done) => {
                    setDecided(done);
                    clear();
                  }}
                />
              ),
            }
          : {})}
        empty={<EmptyState title={say("noCommissionsYet")}>{say("eachSaleFromAPartnerEarns")}</EmptyState>}
      />
    </Page>
  );
}

function columnsOf(programId: number, groupName: (groupId: string) => string): readonly Column<Commission>[] {
  return [
    {
      id: "amount",
      title: say("commission"),
      isFigure: true,
      cell: ({ amount_cents, currency }) => <Money cents={amount_cents} currency={currency} />,
    },
    {
      id: "status",
      title: say("state"),
      cell: (commission) => <Status of={commission.status} {...stateOf(commission)} />,
    },
    {
      id: "partner",
      title: say("partner"),
      cell: ({ partner_id }) => <PartnerName programId={programId} partnerId={partner_id} />,
    },
    {
      id: "kind",
      title: say("earnedBy"),
      isWide: true,
      cell: ({ kind }) => kinds.find(({ value }) => value === kind)?.label ?? kind,
    },
    {
      id: "at_sale",
      title: say("atTheSale"),
      isFigure: true,
      isWide: true,
      cell: ({ amount_at_sale_cents, currency }) => <Money cents={amount_at_sale_cents} currency={currency} />,
    },
    {
      id: "adjustment",
      title: say("adjustment"),
      isFigure: true,
      isWide: true,
      cell: ({ adjustment_cents, currency }) =>
        adjustment_cents === 0 ? "" : <Money cents={adjustment_cents} currency={currency} />,
    },
    {
      id: "terms",
      title: say("terms"),
      isWide: true,
      isExtra: true,
      isProse: true,
      cell: (commission) => termsOf(commission, groupName),
    },
    { id: "why", title: say("whyOnHold"), isWide: true, isExtra: true, cell: ({ hold_reason }) => hold_reason ?? "" },
    { id: "sale", title: say("sale"), isFigure: true, isWide: true, cell: ({ sale_id }) => sale_id ?? "" },
  ];
}
