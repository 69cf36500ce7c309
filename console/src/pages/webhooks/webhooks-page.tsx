// Where messages about the program are sent: the brand's own endpoints and partners' postbacks.

import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { May } from "../../components/may.tsx";
import { Page } from "../../components/page.tsx";
import { Status } from "../../components/values/status.tsx";
import { Time } from "../../components/values/time.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/connections/webhooks.ts";
import { NewEndpoint } from "./endpoint-form.tsx";
import type { Endpoint } from "./endpoint-query.ts";

export function WebhooksPage() {
  const { programId } = useParams({ from: "/programs/$programId/webhooks" });
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Page
      title={say("webhooks")}
      about={say("signedMessagesAboutSalesCommissionsAnd")}
      actions={
        <May programId={programId} right="settings">
          <Button kind="primary" onClick={() => setIsAdding(true)}>
            {say("addEndpoint")}
          </Button>
        </May>
      }
    >
      <Dialog isOpen={isAdding} onClose={() => setIsAdding(false)} title={say("addEndpoint")}>
        <NewEndpoint programId={programId} onDone={() => setIsAdding(false)} />
      </Dialog>
      <DataList<Endpoint>
        name="endpoints"
        label={say("endpoints")}
        queryKey={["program", programId, "endpoints"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/endpoints", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={columns}
        rowId={({ endpoint_id }) => String(endpoint_id)}
        rowPath={({ endpoint_id }) => pathOf(programId, "webhooks", endpoint_id)}
        empty={<EmptyState title={say("noEndpointsYet")}>{say("addYourSystemsUrlItReceives")}</EmptyState>}
      />
    </Page>
  );
}

const columns: readonly Column<Endpoint>[] = [
  { id: "url", title: say("address"), cell: ({ url }) => <code>{url}</code> },
  { id: "status", title: say("state"), cell: ({ status }) => <Status of={status} /> },
  {
    id: "whose",
    title: say("whose"),
    isWide: true,
    cell: ({ partner_id }) =>
      partner_id === null ? say("yours") : say("postbackOfPartnerId", { partnerId: partner_id }),
  },
  { id: "waiting", title: say("waiting"), isFigure: true, cell: ({ waiting_count }) => waiting_count.toLocaleString() },
  {
    id: "last_delivered_at",
    title: say("lastArrived"),
    isWide: true,
    cell: ({ last_delivered_at }) => (last_delivered_at === null ? say("never") : <Time at={last_delivered_at} />),
  },
];
