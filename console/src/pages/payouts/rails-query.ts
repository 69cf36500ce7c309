// The program's payment providers, and the one that pays its payouts.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type RailName, railTitles } from "../../../../src/core/vocabulary/money/payout-rails.ts";
import { api, ask } from "../../api/client.ts";
import { say } from "../../texts/payouts.ts";

function railsQuery(programId: number) {
  return queryOptions({
    queryKey: ["program", programId, "payout-rails", "all"],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/payout-rails", {
          params: { path: { program_id: programId }, query: { limit: 100 } },
        }),
      ),
    select: ({ data }) => data,
  });
}

/** Undefined while they are not known. */
export function useRails(programId: number) {
  return useQuery(railsQuery(programId)).data;
}

/** Null where payouts are paid by file, and while that is not known. */
export function useChosenRail(programId: number): string | null {
  const chosen = useRails(programId)?.find(({ is_chosen }) => is_chosen);
  return chosen === undefined ? null : titleOf(chosen.rail, chosen.is_sandbox);
}

export function titleOf(rail: RailName, isSandbox: boolean): string {
  return isSandbox ? say("railsSandbox", { rail: railTitles[rail] }) : railTitles[rail];
}
