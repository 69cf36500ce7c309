// An endpoint's secret, shown on request, and its rotation.
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Copy } from "../../components/values/copy.tsx";
import { say } from "../../texts/connections/webhooks.ts";

type EndpointSecretProps = { readonly programId: number; readonly endpointId: number };
type Shown = Schemas["EndpointsShowSecret"];

export function EndpointSecret({ programId, endpointId }: EndpointSecretProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isRotating, setIsRotating] = useState(false);
  const params = { path: { program_id: programId, endpoint_id: endpointId } };
  const show = () => {
    ask(api.GET("/api/v1/programs/{program_id}/endpoints/{endpoint_id}/secret", { params })).then(
      ({ data }) => setShown(data),
      setError,
    );
  };
  return (
    <div className="stack">
      {error === null ? null : <ErrorNotice error={error} />}
      {shown === null ? null : (
        <div className="address">
          <code>{shown.signing_secret}</code>
          <Copy text={shown.signing_secret} label={say("copyTheSecret")} />
        </div>
      )}
      <div className="row">
        {shown === null ? <Button onClick={show}>{say("showSecret")}</Button> : null}
        <Button onClick={() => setIsRotating(true)}>{say("rotateSecret")}</Button>
      </div>
      <Confirm
        isOpen={isRotating}
        onClose={() => setIsRotating(false)}
        title={say("rotateTheSecret")}
        effect={say("theOldSecretStaysValidFor")}
        action={say("rotateSecret")}
        onConfirm={() =>
          ask(api.POST("/api/v1/programs/{program_id}/endpoints/{endpoint_id}/rotate-secret", { params })).then(
            ({ data }) => setShown(data),
          )
        }
      />
    </div>
  );
}
