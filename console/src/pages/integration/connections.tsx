// Payment providers: a secret goes in, the webhook's address comes out, and which events to tick there.
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { CallFailed } from "../../api/client.ts";
import { connectionsQuery, type Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Copy } from "../../components/copy.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Status } from "../../components/status.tsx";
import { ConnectionActions } from "./connection-actions.tsx";
import { ConnectionForm } from "./connection-form.tsx";
import { whatForOf } from "./look-up-key-form.tsx";
import { providerNamed, providers } from "./providers.ts";

export function Connections({ programId }: { readonly programId: number }) {
  const { data: connections, error } = useQuery(connectionsQuery(programId));
  const [isAdding, setIsAdding] = useState(false);
  if (error instanceof CallFailed && error.status === 403) {
    return <Notice meaning="info">Owners of the workspace see and change connections.</Notice>;
  }
  if (error !== null) return <ErrorNotice error={error} />;
  if (connections === undefined) return <Skeleton lines={2} />;
  return (
    <div className="stack stack-wide">
      {connections.map((connection) => (
        <ConnectionCard key={connection.connection_id} programId={programId} connection={connection} />
      ))}
      <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
        Connect a provider
      </Button>
      <Dialog isOpen={isAdding} onClose={() => setIsAdding(false)} title="Connect a provider">
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
          {livemode ? "Live" : "Test mode"} · {secret_count === 1 ? "one secret" : `${secret_count} secrets`}
        </span>
      </header>
      <div className="address">
        <code>{webhook_url}</code>
        <Copy text={webhook_url} label="Copy the webhook URL" />
      </div>
      {connecting_since === null ? null : (
        <Notice meaning="warn">It is not connected yet: connect it again with its API key.</Notice>
      )}
      {provider === undefined || connection.provider_endpoint !== null ? null : (
        <details>
          <summary>Set up at {provider.name}</summary>
          <p>{provider.where} Enter the URL above, and select:</p>
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
          Set the API key. {whatForOf(provider)}
        </Notice>
      )}
      {reconcile_fault === null ? null : (
        <Notice meaning="warn">Fetching missed deliveries fails: {reconcile_fault}</Notice>
      )}
      <ConnectionActions programId={programId} connection={connection} />
    </article>
  );
}
