// One sale: the amount, the customer, and its partner.

import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { api, ask, CallFailed } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Copy } from "../../components/copy.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Facts } from "../../components/facts.tsx";
import { Money } from "../../components/money.tsx";
import { PartnerName } from "../../components/partner-name.tsx";
import { Sheet } from "../../components/sheet.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Status } from "../../components/status.tsx";
import { PaymentStory, SentWithSale } from "../../components/story.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Time } from "../../components/time.tsx";
import { sentenceOf } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { kindOf, tellerOf } from "./sales-page.tsx";

export function SaleSheet() {
  const { programId, saleId } = useParams({ from: "/programs/$programId/sales/$saleId" });
  const navigate = useNavigate();
  const { data: sale, error, isPending } = useQuery(saleQuery(programId, Number(saleId)));
  return (
    <Sheet
      title={sale === undefined ? `Sale ${saleId}` : <Money cents={sale.amount_cents} currency={sale.currency} />}
      subtitle={sale === undefined ? undefined : <Status of={sale.status} />}
      onClose={() => void navigate({ to: pathOf(programId, "sales"), search: (search) => search })}
    >
      {isPending ? <Skeleton lines={8} /> : null}
      {error === null ? null : <ErrorNotice error={error} />}
      {sale === undefined ? null : (
        <Tabs
          label="Sale"
          tabs={[
            { id: "story", title: "Story", content: <PaymentStory programId={programId} saleId={sale.sale_id} /> },
            { id: "details", title: "Details", content: <SaleFacts programId={programId} sale={sale} /> },
            { id: "sent", title: "Items", content: <SentWithSale programId={programId} saleId={sale.sale_id} /> },
          ]}
        />
      )}
    </Sheet>
  );
}

type SaleFactsProps = { readonly programId: number; readonly sale: Schemas["Sale"] };

function SaleFacts({ programId, sale }: SaleFactsProps) {
  return (
    <Facts
      facts={[
        ["Partner", <PartnerName key="partner" programId={programId} partnerId={sale.partner_id} />],
        ["Received", <Time key="received" at={sale.received_at} />],
        ["Happened", sale.occurred_at === null ? null : <Time key="happened" at={sale.occurred_at} />],
        ["Customer", sale.customer_key],
        [
          "Transaction",
          <span key="transaction">
            <code>{sale.transaction_id}</code> <Copy text={sale.transaction_id} label="Copy the transaction id" />
          </span>,
        ],
        ["Kind", kindOf(sale)],
        ["Subscription", sale.subscription_id],
        ["Product", sale.product_id],
        [
          "Tax included",
          sale.tax_cents === null ? null : <Money key="tax" cents={sale.tax_cents} currency={sale.currency} />,
        ],
        ["Refunded", <Money key="refunded" cents={sale.refunded_cents} currency={sale.currency} />],
        ["Source", tellerOf(sale)],
        ["Provider's id", sale.provider_payment_id],
        ["Click", <code key="click">{sale.click_id}</code>],
        ["Clicked", <Time key="clicked" at={sale.clicked_at} />],
        ["Remarkable", sale.reason === null ? null : sentenceOf(sale.reason)],
      ]}
    />
  );
}

function saleQuery(programId: number, saleId: number) {
  return {
    queryKey: ["program", programId, "sale", saleId],
    queryFn: async () => {
      const { data } = await ask(
        api.GET("/api/v1/programs/{program_id}/sales", {
          params: { path: { program_id: programId }, query: { sale_id: saleId } },
        }),
      );
      const [sale] = data;
      if (sale === undefined) throw new CallFailed(`There is no sale ${saleId} in this program.`, { status: 404 });
      return sale;
    },
  };
}
