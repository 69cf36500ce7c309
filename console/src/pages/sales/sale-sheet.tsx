// One sale: the amount, the customer, and its partner.

import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { api, ask, CallFailed } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Sheet } from "../../components/sheet.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { PaymentStory, SentWithSale } from "../../components/story.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Copy } from "../../components/values/copy.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { Money } from "../../components/values/money.tsx";
import { PartnerName } from "../../components/values/partner-name.tsx";
import { Status } from "../../components/values/status.tsx";
import { Time } from "../../components/values/time.tsx";
import { sentenceOf } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/sales.ts";
import { kindOf, sourceOf } from "./sales-page.tsx";

export function SaleSheet() {
  const { programId, saleId } = useParams({ from: "/programs/$programId/sales/$saleId" });
  const navigate = useNavigate();
  const { data: sale, error, isPending } = useQuery(saleQuery(programId, Number(saleId)));
  return (
    <Sheet
      title={
        sale === undefined ? say("saleId", { saleId }) : <Money cents={sale.amount_cents} currency={sale.currency} />
      }
      subtitle={sale === undefined ? undefined : <Status of={sale.status} />}
      onClose={() => void navigate({ to: pathOf(programId, "sales"), search: (search) => search })}
    >
      {isPending ? <Skeleton lines={8} /> : null}
      {error === null ? null : <ErrorNotice error={error} />}
      {sale === undefined ? null : (
        <Tabs
          label={say("sale")}
          tabs={[
            { id: "story", title: say("story"), content: <PaymentStory programId={programId} saleId={sale.sale_id} /> },
            { id: "details", title: say("details"), content: <SaleFacts programId={programId} sale={sale} /> },
            { id: "sent", title: say("items"), content: <SentWithSale programId={programId} saleId={sale.sale_id} /> },
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
        [say("partner"), <PartnerName key="partner" programId={programId} partnerId={sale.partner_id} />],
        [say("received"), <Time key="received" at={sale.received_at} />],
        [say("happened"), sale.occurred_at === null ? null : <Time key="happened" at={sale.occurred_at} />],
        [say("customer"), sale.customer_key],
        [
          say("transaction"),
          <span key="transaction">
            <code>{sale.transaction_id}</code> <Copy text={sale.transaction_id} label={say("copyTheTransactionId")} />
          </span>,
        ],
        [say("kind"), kindOf(sale)],
        [say("subscription"), sale.subscription_id],
        [say("product"), sale.product_id],
        [
          say("taxIncluded"),
          sale.tax_cents === null ? null : <Money key="tax" cents={sale.tax_cents} currency={sale.currency} />,
        ],
        [say("refunded"), <Money key="refunded" cents={sale.refunded_cents} currency={sale.currency} />],
        [say("source"), sourceOf(sale)],
        [say("providersId"), sale.provider_payment_id],
        [say("click"), <code key="click">{sale.click_id}</code>],
        [say("clicked"), <Time key="clicked" at={sale.clicked_at} />],
        [say("remarkable"), sale.reason === null ? null : sentenceOf(sale.reason)],
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
      if (sale === undefined) throw new CallFailed(say("thereIsNoSaleIdInThis", { saleId }), { status: 404 });
      return sale;
    },
  };
}
