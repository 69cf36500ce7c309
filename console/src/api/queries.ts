// What several pages ask for, each under one key, so that it is asked once and known everywhere.
import type { components } from "@svc/sdk/management";
import { QueryClient, queryOptions } from "@tanstack/react-query";
import { api, ask, CallFailed } from "./client.ts";
import { readSession } from "./session.ts";

export type Schemas = components["schemas"];

/** One page of a list; `next` begins the page behind it. */
export type Page<Row> = { readonly data: readonly Row[]; readonly next: string | null };

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof CallFailed && error.status < 500 && error.status > 0),
    },
  },
});

export const sessionQuery = queryOptions({ queryKey: ["session"], queryFn: readSession, staleTime: 60_000 });

/** One's own. */
export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: () => ask(api.GET("/api/auth/passkey/list-user-passkeys")),
  staleTime: 60_000,
});

/** A list that is short: all of it in one page. */
const everything = { limit: 1000 } as const;

export const workspacesQuery = queryOptions({
  queryKey: ["workspaces"],
  queryFn: () => ask(api.GET("/api/v1/workspaces", { params: { query: everything } })),
  select: ({ data }) => data,
  staleTime: 60_000,
});

/** With who has a second factor. */
export function workspaceMembersQuery(workspaceId: number) {
  return queryOptions({
    queryKey: ["workspace", workspaceId, "members"],
    queryFn: () =>
      ask(
        api.GET("/api/v1/workspaces/{workspace_id}/members", {
          params: { path: { workspace_id: workspaceId }, query: everything },
        }),
      ),
    select: ({ data }) => data,
  });
}

export const programsQuery = queryOptions({
  queryKey: ["programs"],
  queryFn: () => ask(api.GET("/api/v1/programs", { params: { query: everything } })),
  select: ({ data }) => data,
  staleTime: 60_000,
});

export function programQuery(programId: number) {
  return queryOptions({
    queryKey: ["program", programId],
    queryFn: () => ask(api.GET("/api/v1/programs/{program_id}", { params: { path: { program_id: programId } } })),
    select: ({ data }) => data,
  });
}

export function partnersQuery(programId: number) {
  return queryOptions({
    queryKey: ["program", programId, "partners", "all"],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/partners", {
          params: { path: { program_id: programId }, query: everything },
        }),
      ),
    select: ({ data }) => data,
  });
}

export function groupsQuery(programId: number) {
  return queryOptions({
    queryKey: ["program", programId, "groups", "all"],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/groups", {
          params: { path: { program_id: programId }, query: everything },
        }),
      ),
  });
}

export function connectionsQuery(programId: number) {
  return queryOptions({
    queryKey: ["program", programId, "connections"],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/connections", {
          params: { path: { program_id: programId }, query: everything },
        }),
      ),
    select: ({ data }) => data,
  });
}

export function statusQuery(programId: number) {
  return queryOptions({
    queryKey: ["program", programId, "status"],
    queryFn: () =>
      ask(api.GET("/api/v1/programs/{program_id}/status", { params: { path: { program_id: programId } } })),
    select: ({ data }) => data,
    staleTime: 0,
  });
}

/** Events without a sale, by cause. */
export function inboxQuery(programId: number) {
  return queryOptions({
    queryKey: ["program", programId, "inbox"],
    queryFn: () => ask(api.GET("/api/v1/programs/{program_id}/inbox", { params: { path: { program_id: programId } } })),
    select: ({ data: { causes } }) => causes,
  });
}

/** What is still to do before the program pays partners. */
export function readinessQuery(programId: number) {
  return queryOptions({
    queryKey: ["program", programId, "readiness"],
    queryFn: () =>
      ask(api.GET("/api/v1/programs/{program_id}/readiness", { params: { path: { program_id: programId } } })),
    select: ({ data }) => data,
  });
}

/** The program's key by its last characters, and how much it is used. */
export function keyQuery(programId: number) {
  return queryOptions({
    queryKey: ["program", programId, "key"],
    queryFn: () =>
      ask(api.GET("/api/v1/programs/{program_id}/api-key", { params: { path: { program_id: programId } } })),
    select: ({ data }) => data,
  });
}
