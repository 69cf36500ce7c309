// Customers referred by partners, by the brand's own id.
import { useQuery } from "@tanstack/react-query";
import { Outlet, useParams } from "@tanstack/react-router";
import { api, ask } from "../../api/client.ts";
import { partnersQuery, type Schemas } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import type { Filter } from "../../components/filters.tsx";
import { Page } from "../../components/page.tsx";
import { PartnerName } from "../../components/partner-name.tsx";
import { Status } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import { pathOf } from "../../paths.ts";

type Customer = Schemas["Customer"];

export function CustomersPage() {
  const { programId } = useParams({ from: "/programs/$programId/customers" });
  const { data: partners = [] } = useQuery(partnersQuery(programId));
  const filters: readonly Filter[] = [
    {
      name: "partner_id",
      label: "Partner",
      kind: "choice",
      choices: partners.map(({ partner_id, name }) => ({ value: String(partner_id), label: name })),
    },
  ];
  return (
    <Page title="Customers" about="Everyone who signed up through a partner's link. Names and addresses are not kept.">
      <DataList<Customer>
        name="customers"
        label="Customers"
        queryKey={["program", programId, "customers"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/customers", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={columnsOf(programId)}
        rowId={({ customer_key, provider_customer_id }) => customer_key ?? `provider ${provider_customer_id}`}
        rowPath={({ customer_key, provider_customer_id }) =>
          customer_key === null
            ? pathOf(programId, "customers/provider", provider_customer_id ?? "")
            : pathOf(programId, "customers", customer_key)
        }
        filters={filters}
        always={{ order: "newest" }}
        isLive={true}
        csvPath={`/api/v1/programs/${programId}/customers`}
        empty={
          <EmptyState
            title="No customers yet"
            action={<ButtonLink to={pathOf(programId, "integration")}>Report your sign-ups</ButtonLink>}
          >
            Visitors of partner links appear here once your server or page reports their sign-up.
          </EmptyState>
        }
      />
      <Outlet />
    </Page>
  );
}

function columnsOf(programId: number): readonly Column<Customer>[] {
  return [
    {
      id: "key",
      title: "Customer",
      cell: ({ customer_key, provider_customer_id }) => customer_key ?? <code>{provider_customer_id}</code>,
    },
    {
      id: "partner",
      title: "Partner",
      cell: ({ partner_id }) => <PartnerName programId={programId} partnerId={partner_id} />,
    },
    { id: "bound_at", title: "Signed up", isWide: true, cell: ({ bound_at }) => <Time at={bound_at} /> },
    { id: "clicked_at", title: "Clicked", isWide: true, cell: ({ clicked_at }) => <Time at={clicked_at} /> },
    {
      id: "state",
      title: "State",
      isWide: true,
      cell: (customer) => <Status {...stateOf(customer)} />,
    },
    { id: "click", title: "Click", isExtra: true, isWide: true, cell: ({ click_id }) => <code>{click_id}</code> },
  ];
}

function stateOf({ is_provisional, first_sale_id, customer_key }: Customer) {
  if (customer_key === null) return { of: "sold", word: "Known by the provider", meaning: "good" } as const;
  if (first_sale_id !== null) return { of: "sold", word: "Has bought", meaning: "good" } as const;
  if (is_provisional) return { of: "claimed", word: "Not confirmed yet", meaning: "info" } as const;
  return { of: "lead", word: "Signed up", meaning: "neutral" } as const;
}
