// What can be done with an endpoint: a test, a pause, sending failed messages again, and taking it away.

import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/dialog.tsx";
import { May } from "../../components/may.tsx";
import { pathOf } from "../../paths.ts";
import { type Endpoint, messagePath } from "./endpoint-query.ts";

type EndpointActionsProps = { readonly programId: number; readonly endpoint: Endpoint };
type Asked = "test" | "status" | "redeliver" | "remove";

/** All messages that are kept. */
const fromTheBeginning = "2000-01-01";

export function EndpointActions({ programId, endpoint }: EndpointActionsProps) {
  const { endpoint_id, status } = endpoint;
  const [asked, setAsked] = useState<Asked | null>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const close = () => setAsked(null);
  const params = { path: { program_id: programId, endpoint_id } };
  const changed = () => client.invalidateQueries({ queryKey: ["program", programId] });
  const isActive = status === "active";
  const test = async () => {
    const { data } = await ask(api.POST("/api/v1/programs/{program_id}/endpoints/{endpoint_id}/test", { params }));
    await changed();
    await navigate({ to: messagePath(programId, endpoint_id, data.message_no) });
  };
  const setStatus = () =>
    isActive
      ? ask(api.POST("/api/v1/programs/{program_id}/endpoints/{endpoint_id}/pause", { params })).then(changed)
      : ask(api.POST("/api/v1/programs/{program_id}/endpoints/{endpoint_id}/resume", { params })).then(changed);
  const redeliver = () =>
    ask(
      api.POST("/api/v1/programs/{program_id}/endpoints/{endpoint_id}/redeliver", {
        params,
        body: { since: fromTheBeginning, status: "failed" },
      }),
    ).then(changed);
  const remove = async () => {
    await ask(api.DELETE("/api/v1/programs/{program_id}/endpoints/{endpoint_id}", { params }));
    await navigate({ to: pathOf(programId, "webhooks") });
    await changed();
  };
  return (
    <>
      {isActive ? <Button onClick={() => setAsked("test")}>Send a test</Button> : null}
      <Button onClick={() => setAsked("redeliver")}>Resend failed</Button>
      <May programId={programId} right="settings">
        <Button onClick={() => setAsked("status")}>{isActive ? "Pause" : "Resume"}</Button>
        <Button kind="quiet" onClick={() => setAsked("remove")}>
          Remove
        </Button>
      </May>
      <Confirm
        isOpen={asked === "test"}
        onClose={close}
        title="Send a test?"
        effect="A message of type endpoint.test, signed like any other: you see your system's answer."
        action="Send test"
        onConfirm={test}
      />
      <Confirm
        isOpen={asked === "redeliver"}
        onClose={close}
        title="Resend abandoned messages?"
        effect="Each message keeps its id, so your system can drop duplicates."
        action="Send again"
        onConfirm={redeliver}
      />
      <Confirm
        isOpen={asked === "status"}
        onClose={close}
        title={isActive ? "Pause this endpoint?" : "Resume this endpoint?"}
        effect={
          isActive
            ? "Nothing is sent until it is resumed, and nothing is lost."
            : "Pending messages are sent now, in order."
        }
        action={isActive ? "Pause" : "Resume"}
        isDangerous={isActive}
        onConfirm={setStatus}
      />
      <Confirm
        isOpen={asked === "remove"}
        onClose={close}
        title="Remove this endpoint?"
        effect="Pending messages are discarded and its secrets are erased."
        action="Remove endpoint"
        isDangerous={true}
        onConfirm={remove}
      />
    </>
  );
}
