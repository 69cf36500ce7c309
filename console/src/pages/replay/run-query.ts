// A replay or a verification; polled while it runs.
import { queryOptions } from "@tanstack/react-query";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";

export type Run = Schemas["Replay"];

const pollMilliseconds = 1_000;

export function isWorkedOn({ status }: Pick<Run, "status">): boolean {
  return status === "running" || status === "applying";
}

export function replayQuery(programId: number, runId: number) {
  return queryOptions({
    queryKey: ["program", programId, "replay", runId],
    queryFn: () => ask(api.GET("/api/v1/replays/{run_id}", { params: { path: { run_id: runId } } })),
    select: ({ data }) => data,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isWorkedOn(state.data.data) ? pollMilliseconds : false,
  });
}

export function verificationQuery(programId: number, runId: number) {
  return queryOptions({
    queryKey: ["program", programId, "verification", runId],
    queryFn: () => ask(api.GET("/api/v1/verifications/{run_id}", { params: { path: { run_id: runId } } })),
    select: ({ data }) => data,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isWorkedOn(state.data.data) ? pollMilliseconds : false,
  });
}
