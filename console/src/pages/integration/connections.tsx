// Payment providers: a secret goes in, the webhook's address comes out, and which events to tick there.
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { CallFailed } from "../../api/client.ts";
import { connectionsQuery, type Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Copy } from "../../components/values/copy.tsx";
import { Status } from "../../components/values/status.tsx";
import { say } from "../../texts/connections/integration.ts";
import { ConnectionActions } from "./connection-actions.tsx";
import { ConnectionForm } from "./connection-form.tsx";
import { whatForOf } from "./look-up-key-form.tsx";
import { providerNamed, providers } from "./providers.ts";

export function Connections({ programId }: { readonly programId: number }) {
  const { data: connections, error } = useQuery(connectionsQuery(programId));
  const [isAdding, setIsAdding] = useState(false);
  if (error instanceof CallFailed && error.status === 403) {
    return <Notice meaning="info">{say("ownersOfTheWorkspaceSeeAnd")}</Notice>;
  }
  if (error !== null) return <ErrorNotice error={error} />;
  if (connections === undefined) return <Skeleton lines={2} />;
  return (
    <div className="stack stack-wide">
      {connections.map((connection) => (
        <ConnectionCard key={connection.connection_id} programId={programId} connection={connection} />
      ))}
      <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
        {say("connectAProvider")}
      </Button>
      <Dialog isOpen={isAdding} onClose={() => setIsAdding(false)} title={say("connectAProvider")}>
        <ConnectionForm programId={programId} onDone={() => setIsAdding(false)} />
      </Dialog>
    </div>
  );
}

type ConnectionCardProps = { readonly programId: number; readonly connection: Schemas["Connection"] };

function ConnectionCard({ programId, connection }: ConnectionCardProps) {
  const { provider: id, livemode, status, webhook_url, secret_count, reconcile_fault, connecting_since } = connection;
  const provider = providers.find((each) => each.id === id);
  return (
    <article className="panel connection">
      <header className="row">
        <h3>{providerNamed(id)}</h3>
        <Status of={status} />
        <span className="quiet">
          {livemode ? say("live") : say("testMode")} · {say("secrets", { secretCount: secret_count })}
        </span>
      </header>
      <div className="address">
        <code>{webhook_url}</code>
        <Copy text={webhook_url} label={say("copyTheWebhookUrl")} />
      </div>
      {connecting_since === null ? null : <Notice meaning="warn">{say("itIsNotConnectedYetConnect")}</Notice>}
      {provider === undefined || connection.provider_endpoint !== null ? null : (
        <details>
          <summary>{say("setUpAtName", { name: provider.name })}</summary>
          <p>{say("whereEnterTheUrlAboveAnd", { where: provider.where })}</p>
          <ul className="codes">
            {provider.events.map((event) => (
              <li key={event}>
                <code>{event}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      {provider?.lookUpKey === undefined || connection.has_api_key ? null : (
        <Notice meaning={provider.lookUpKey.isRequired ? "warn" : "info"}>
          {say("setTheApiKeyWhatFor", { whatFor: whatForOf(provider) })}
        </Notice>
      )}
      {reconcile_fault === null ? null : (
        <Notice meaning="warn">
          {say("fetchingMissedDeliveriesFailsReconcileFault", { reconcileFault: reconcile_fault })}
        </Notice>
      )}
      <ConnectionActions programId={programId} connection={connection} />
    </article>
  );
}
