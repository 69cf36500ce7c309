// One message: what was sent exactly, and what was answered each time.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Sheet } from "../../components/sheet.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { CodeBlock } from "../../components/values/code-block.tsx";
import { Status } from "../../components/values/status.tsx";
import { Time } from "../../components/values/time.tsx";
import { pathOf } from "../../paths.ts";
import { rich, say } from "../../texts/connections/webhooks.ts";
import { messageQuery, messageStates } from "./endpoint-query.ts";

const whileWaiting = 1_000;

type Try = Schemas["MessagesShow"]["tries"][number];

function answerOf({ status_code, fault }: Try): string {
  const said = [status_code, fault].filter((part) => part !== null).join(" ");
  return said === "" ? say("acknowledged") : said;
}

export function MessageSheet() {
  const { programId, endpointId, messageNo } = useParams({
    from: "/programs/$programId/webhooks/$endpointId/$messageNo",
  });
  const navigate = useNavigate();
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const { data: message, error } = useQuery({
    ...messageQuery(programId, endpointId, messageNo),
    refetchInterval: ({ state }) => (state.data?.data.status === "pending" ? whileWaiting : false),
  });
  const close = () => void navigate({ to: pathOf(programId, "webhooks", endpointId) });
  const again = () => {
    const path = { program_id: programId, endpoint_id: endpointId, message_no: messageNo };
    ask(
      api.POST("/api/v1/programs/{program_id}/endpoints/{endpoint_id}/messages/{message_no}/redeliver", {
        params: { path },
      }),
    ).then(() => client.invalidateQueries({ queryKey: ["program", programId, "endpoints"] }), setFailure);
  };
  return (
    <Sheet
      title={message?.type ?? say("message")}
      subtitle={message === undefined ? undefined : <Status of={message.status} {...messageStates[message.status]} />}
      actions={<Button onClick={again}>{say("sendAgain")}</Button>}
      onClose={close}
    >
      {error === null && failure === null ? null : <ErrorNotice error={error ?? failure} />}
      {message === undefined ? (
        <Skeleton lines={4} />
      ) : (
        <div className="stack">
          <CodeBlock title={say("request")} code={JSON.stringify(JSON.parse(message.body), null, 2)} />
          {message.tries.map((one) => (
            <article key={one.attempted_at} className="panel">
              <p>
                {rich("timeStatusCodeMillisecondsMs", {
                  time: <Time at={one.attempted_at} />,
                  statusCode: answerOf(one),
                  milliseconds: one.milliseconds,
                })}
              </p>
              {one.response === null || one.response === "" ? null : (
                <CodeBlock title={say("answers")} code={one.response} />
              )}
            </article>
          ))}
          {message.next_attempt_at === null ? null : (
            <p className="quiet">{rich("nextAttemptTime", { time: <Time at={message.next_attempt_at} /> })}</p>
          )}
        </div>
      )}
    </Sheet>
  );
}
