// The sales of a program.

import { useQuery } from "@tanstack/react-query";
import { Outlet, useParams } from "@tanstack/react-router";
import { api, ask } from "../../api/client.ts";
import { partnersQuery, type Schemas } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { choicesOf, type Filter } from "../../components/filters.tsx";
import { Page } from "../../components/page.tsx";
import { Money } from "../../components/values/money.tsx";
import { PartnerName } from "../../components/values/partner-name.tsx";
import { Status } from "../../components/values/status.tsx";
import { Time } from "../../components/values/time.tsx";
import { sentenceOf } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/sales.ts";
import { providerNamed } from "../integration/providers.ts";

type Sale = Schemas["Sale"];

export function SalesPage() {
  const { programId } = useParams({ from: "/programs/$programId/sales" });
  const { data: partners = [] } = useQuery(partnersQuery(programId));
  const filters: readonly Filter[] = [
    {
      name: "status",
      label: say("status"),
      kind: "choice",
      choices: choicesOf(["recorded", "disputed", "refunded", "reversed"]),
    },
    {
      name: "partner_id",
      label: say("partner"),
      kind: "choice",
      choices: partners.map(({ partner_id, name }) => ({ value: String(partner_id), label: name })),
    },
    { name: "customer_key", label: say("customer"), kind: "text", placeholder: say("exampleCustomer") },
    { name: "subscription_id", label: say("subscription"), kind: "text" },
    { name: "from", label: say("from"), kind: "day" },
    { name: "before", label: say("before"), kind: "day" },
  ];
  return (
    <Page title={say("sales")} about={say("everyPaymentAttributedToAPartner")}>
      <DataList<Sale>
        name="sales"
        label={say("sales")}
        queryKey={["program", programId, "sales"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/sales", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={columnsOf(programId)}
        rowId={({ sale_id }) => String(sale_id)}
        rowPath={({ sale_id }) => pathOf(programId, "sales", sale_id)}
        filters={filters}
        always={{ order: "newest" }}
        isLive={true}
        csvPath={`/api/v1/programs/${programId}/sales`}
        empty={
          <EmptyState
            title={say("noSalesYet")}
            action={<ButtonLink to={pathOf(programId, "integration")}>{say("connectYourPayments")}</ButtonLink>}
          >
            {say("salesAppearHereWithinASecond")}
          </EmptyState>
        }
      />
      <Outlet />
    </Page>
  );
}

function columnsOf(programId: number): readonly Column<Sale>[] {
  return [
    { id: "received_at", title: say("received"), cell: (sale) => <Time at={sale.received_at} /> },
    {
      id: "amount",
      title: say("amount"),
      isFigure: true,
      cell: (sale) => <Money cents={sale.amount_cents} currency={sale.currency} />,
    },
    { id: "status", title: say("status"), cell: (sale) => <Status of={sale.status} /> },
    {
      id: "partner",
      title: say("partner"),
      isWide: true,
      cell: (sale) => <PartnerName programId={programId} partnerId={sale.partner_id} />,
    },
    { id: "customer", title: say("customer"), isWide: true, cell: (sale) => sale.customer_key ?? "" },
    { id: "transaction", title: say("transaction"), isWide: true, cell: (sale) => <code>{sale.transaction_id}</code> },
    { id: "source", title: say("source"), isWide: true, cell: (sale) => sourceOf(sale) },
    { id: "product", title: say("product"), isExtra: true, isWide: true, cell: (sale) => sale.product_id ?? "" },
    { id: "type", title: say("kind"), isExtra: true, isWide: true, cell: (sale) => kindOf(sale) },
    {
      id: "refunded",
      title: say("refunded"),
      isFigure: true,
      isExtra: true,
      isWide: true,
      cell: (sale) => <Money cents={sale.refunded_cents} currency={sale.currency} />,
    },
  ];
}

export function sourceOf({ provider, source }: Sale): string {
  if (provider !== null) return providerNamed(provider);
  return source === "api" ? say("yourServer") : sentenceOf(source);
}

export function kindOf(sale: Sale): string {
  if (sale.sale_type === "payment") return say("onePayment");
  return sale.is_recurring ? say("renewal") : say("firstOfASubscription");
}
