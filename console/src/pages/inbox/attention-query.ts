// What of the program needs somebody, in figures.
import { queryOptions } from "@tanstack/react-query";
import { api, ask } from "../../api/client.ts";

export function attentionQuery(programId: number) {
  return queryOptions({
    queryKey: ["program", programId, "attention"],
    queryFn: () =>
      ask(api.GET("/api/v1/programs/{program_id}/overview", { params: { path: { program_id: programId } } })),
    select: ({ data }) => data.attention,
  });
}
