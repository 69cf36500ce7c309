// One customer from the first click on.
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Sheet } from "../../components/sheet.tsx";
import { CustomerStory } from "../../components/story.tsx";
import { pathOf } from "../../paths.ts";

export function CustomerSheet() {
  const { programId, customerKey } = useParams({ from: "/programs/$programId/customers/$customerKey" });
  const navigate = useNavigate();
  return (
    <Sheet
      title={customerKey}
      subtitle="From the first click on"
      onClose={() => void navigate({ to: pathOf(programId, "customers"), search: (search) => search })}
      actions={
        <>
          <Link to={pathOf(programId, "events")} search={{ customer_key: customerKey }} className="button button-plain">
            Events
          </Link>
          <Link to={pathOf(programId, "sales")} search={{ customer_key: customerKey }} className="button button-plain">
            Sales
          </Link>
        </>
      }
    >
      <CustomerStory programId={programId} customerKey={customerKey} />
    </Sheet>
  );
}
