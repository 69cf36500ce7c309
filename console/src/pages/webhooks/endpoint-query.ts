// One endpoint, and one message that was sent to it: where they are found, and how a message's state is said.
import { queryOptions } from "@tanstack/react-query";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import type { Meaning } from "../../components/values/status.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/connections/webhooks.ts";

export type Endpoint = Schemas["Endpoint"];
export type Message = Schemas["Message"];

export function endpointQuery(programId: number, endpointId: number) {
  return queryOptions({
    queryKey: ["program", programId, "endpoints", endpointId],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/endpoints/{endpoint_id}", {
          params: { path: { program_id: programId, endpoint_id: endpointId } },
        }),
      ),
    select: ({ data }) => data,
  });
}

export function messageQuery(programId: number, endpointId: number, messageNo: number) {
  return queryOptions({
    queryKey: ["program", programId, "endpoints", endpointId, "messages", messageNo],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/endpoints/{endpoint_id}/messages/{message_no}", {
          params: { path: { program_id: programId, endpoint_id: endpointId, message_no: messageNo } },
        }),
      ),
    select: ({ data }) => data,
  });
}

export function messagePath(programId: number, endpointId: number, messageNo: number): string {
  return `${pathOf(programId, "webhooks", endpointId)}/${messageNo}`;
}

/** A commission that is pending is on hold; a message that is, waits. */
export const messageStates: {
  readonly [Each in Message["status"]]: { readonly word: string; readonly meaning: Meaning };
} = {
  pending: { word: say("waiting"), meaning: "info" },
  delivered: { word: say("arrived"), meaning: "good" },
  failed: { word: say("failed"), meaning: "bad" },
};
