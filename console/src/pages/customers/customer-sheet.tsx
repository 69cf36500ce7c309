// One customer from the first click on.
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Sheet } from "../../components/sheet.tsx";
import { CustomerStory } from "../../components/story.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/customers.ts";

export function CustomerSheet() {
  const { programId, customerKey } = useParams({ from: "/programs/$programId/customers/$customerKey" });
  const navigate = useNavigate();
  return (
    <Sheet
      title={customerKey}
      subtitle={say("fromTheFirstClick")}
      onClose={() => void navigate({ to: pathOf(programId, "customers"), search: (search) => search })}
      actions={
        <>
          <Link to={pathOf(programId, "events")} search={{ customer_key: customerKey }} className="button button-plain">
            {say("events")}
          </Link>
          <Link to={pathOf(programId, "sales")} search={{ customer_key: customerKey }} className="button button-plain">
            {say("sales")}
          </Link>
        </>
      }
    >
      <CustomerStory programId={programId} query={{ customer_key: customerKey }} />
    </Sheet>
  );
}

/** Of a customer known only by the provider's id. */
export function ProviderCustomerSheet() {
  const { programId, providerCustomerId } = useParams({
    from: "/programs/$programId/customers/provider/$providerCustomerId",
  });
  const navigate = useNavigate();
  return (
    <Sheet
      title={providerCustomerId}
      subtitle={say("knownOnlyByTheProvidersId")}
      onClose={() => void navigate({ to: pathOf(programId, "customers"), search: (search) => search })}
    >
      <CustomerStory programId={programId} query={{ provider_customer_id: providerCustomerId }} />
    </Sheet>
  );
}
