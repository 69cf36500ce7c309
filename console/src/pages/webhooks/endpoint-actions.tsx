// What can be done with an endpoint: a test, a change, a pause, sending failed messages again, and taking it away.

import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { May } from "../../components/may.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/connections/webhooks.ts";
import { EditEndpoint } from "./endpoint-form.tsx";
import { type Endpoint, messagePath } from "./endpoint-query.ts";

type EndpointActionsProps = { readonly programId: number; readonly endpoint: Endpoint };
type Asked = "test" | "edit" | "status" | "redeliver" | "remove";

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
      {isActive ? <Button onClick={() => setAsked("test")}>{say("sendATest")}</Button> : null}
      <Button onClick={() => setAsked("redeliver")}>{say("resendFailed")}</Button>
      <May programId={programId} right="settings">
        <Button onClick={() => setAsked("edit")}>{say("edit")}</Button>
        <Button onClick={() => setAsked("status")}>{isActive ? say("pause") : say("resume")}</Button>
        <Button kind="quiet" onClick={() => setAsked("remove")}>
          {say("remove")}
        </Button>
      </May>
      <Dialog isOpen={asked === "edit"} onClose={close} title={say("editEndpoint")}>
        <EditEndpoint programId={programId} endpoint={endpoint} onDone={close} />
      </Dialog>
      <Confirm
        isOpen={asked === "test"}
        onClose={close}
        title={say("sendATestAsked")}
        effect={say("aMessageOfTypeEndpointTest")}
        action={say("sendTest")}
        onConfirm={test}
      />
      <Confirm
        isOpen={asked === "redeliver"}
        onClose={close}
        title={say("resendAbandonedMessages")}
        effect={say("eachMessageKeepsItsIdSo")}
        action={say("sendAgain")}
        onConfirm={redeliver}
      />
      <Confirm
        isOpen={asked === "status"}
        onClose={close}
        title={isActive ? say("pauseThisEndpoint") : say("resumeThisEndpoint")}
        effect={isActive ? say("nothingIsSentUntilItIs") : say("pendingMessagesAreSentNowIn")}
        action={isActive ? say("pause") : say("resume")}
        isDangerous={isActive}
        onConfirm={setStatus}
      />
      <Confirm
        isOpen={asked === "remove"}
        onClose={close}
        title={say("removeThisEndpoint")}
        effect={say("pendingMessagesAreDiscardedAndIts")}
        action={say("removeEndpoint")}
        isDangerous={true}
        onConfirm={remove}
      />
    </>
  );
}
