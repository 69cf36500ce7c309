// Imports as the console asks for them.
import { queryOptions } from "@tanstack/react-query";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { sendFile } from "../../api/send-file.ts";
import { say } from "../../texts/connections/imports.ts";

export type Import = Schemas["Import"];

export const tools = [
  { value: "rewardful", label: say("rewardful") },
  { value: "firstpromoter", label: say("firstPromoter") },
  { value: "tolt", label: say("tolt") },
  { value: "dub", label: say("dub") },
  { value: "tapfiliate", label: say("tapfiliate") },
  { value: "partnerstack", label: say("partnerStack") },
  { value: "lemonsqueezy", label: say("lemonSqueezy") },
  { value: "csv", label: say("aFileOfMyOwn") },
] as const satisfies readonly { readonly value: Import["tool"]; readonly label: string }[];

export function toolNamed(tool: Import["tool"]): string {
  return tools.find(({ value }) => value === tool)?.label ?? tool;
}

const everyMilliseconds = 1_000;

export function importQuery(programId: number, importId: number) {
  const params = { path: { program_id: programId, import_id: importId } };
  return queryOptions({
    queryKey: ["program", programId, "import", importId],
    queryFn: () => ask(api.GET("/api/v1/programs/{program_id}/imports/{import_id}", { params })),
    select: ({ data }) => data,
    refetchInterval: ({ state }) => (state.data?.data.status === "running" ? everyMilliseconds : false),
  });
}

/** The newest, while it runs: the one that is being sent. */
export function newestQuery(programId: number, isAsked: boolean) {
  return queryOptions({
    queryKey: ["program", programId, "imports", "newest"],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/imports", {
          params: { path: { program_id: programId }, query: { order: "newest", limit: 1 } },
        }),
      ),
    select: ({ data: [newest] }) => (newest?.status === "running" ? newest : null),
    enabled: isAsked,
    refetchInterval: isAsked ? everyMilliseconds : false,
    gcTime: 0,
  });
}

export type ImportRequest = { readonly tool: Import["tool"]; readonly file: File; readonly isApplied: boolean };

/** Answers the import's id. */
export async function sendImport(
  programId: number,
  { tool, file, isApplied }: ImportRequest,
  onSent: (bytes: number) => void,
): Promise<number> {
  const query = new URLSearchParams({ tool, is_applied: String(isApplied) });
  return idIn(await sendFile(`/api/v1/programs/${programId}/imports?${query}`, file, onSent));
}

function idIn(answer: unknown): number {
  const data = typeof answer === "object" && answer !== null && "data" in answer ? answer.data : null;
  if (typeof data === "object" && data !== null && "import_id" in data) return Number(data.import_id);
  throw new Error("The answer names no import.");
}
