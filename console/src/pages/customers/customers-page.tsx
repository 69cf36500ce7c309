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
import { PartnerName } from "../../components/values/partner-name.tsx";
import { Status } from "../../components/values/status.tsx";
import { Time } from "../../components/values/time.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/customers.ts";

type Customer = Schemas["Customer"];

export function CustomersPage() {
  const { programId } = useParams({ from: "/programs/$programId/customers" });
  const { data: partners = [] } = useQuery(partnersQuery(programId));
  const filters: readonly Filter[] = [
    {
      name: "partner_id",
      label: say("partner"),
      kind: "choice",
      choices: partners.map(({ partner_id, name }) => ({ value: String(partner_id), label: name })),
    },
  ];
  return (
    <Page title={say("customers")} about={say("everyoneWhoSignedUpThroughA")}>
      <DataList<Customer>
        name="customers"
        label={say("customers")}
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
        rowId={({ customer_key, provider_customer_id }) =>
          customer_key ?? say("providerCustomerId", { providerCustomerId: provider_customer_id })
        }
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
            title={say("noCustomersYet")}
            action={<ButtonLink to={pathOf(programId, "integration")}>{say("reportYourSignUps")}</ButtonLink>}
          >
            {say("visitorsOfPartnerLinksAppearHere")}
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
      title: say("customer"),
      cell: ({ customer_key, provider_customer_id }) => customer_key ?? <code>{provider_customer_id}</code>,
    },
    {
      id: "partner",
      title: say("partner"),
      cell: ({ partner_id }) => <PartnerName programId={programId} partnerId={partner_id} />,
    },
    { id: "bound_at", title: say("signedUp"), isWide: true, cell: ({ bound_at }) => <Time at={bound_at} /> },
    { id: "clicked_at", title: say("clicked"), isWide: true, cell: ({ clicked_at }) => <Time at={clicked_at} /> },
    {
      id: "state",
      title: say("state"),
      isWide: true,
      cell: (customer) => <Status {...stateOf(customer)} />,
    },
    { id: "click", title: say("click"), isExtra: true, isWide: true, cell: ({ click_id }) => <code>{click_id}</code> },
  ];
}

function stateOf({ is_provisional, first_sale_id, customer_key }: Customer) {
  if (customer_key === null) return { of: "sold", word: say("knownByTheProvider"), meaning: "good" } as const;
  if (first_sale_id !== null) return { of: "sold", word: say("hasBought"), meaning: "good" } as const;
  if (is_provisional) return { of: "claimed", word: say("notConfirmedYet"), meaning: "info" } as const;
  return { of: "lead", word: say("signedUp"), meaning: "neutral" } as const;
}
