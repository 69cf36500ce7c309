// Flags: how many are open, those of a partner, and one by its id.
import { queryOptions } from "@tanstack/react-query";
import { api, ask, CallFailed } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";

type Flag = Schemas["Flag"];

export type FlagKind = Flag["kind"];

export const flagKinds: readonly FlagKind[] = [
  "own_email",
  "own_device",
  "recruit_circle",
  "shared_payout",
  "fast_leads",
  "refund_rate",
  "paid_ads",
  "banned_site",
];

/** Of a partner's page, which shows the first few. */
const shownMax = 5;

/** The first open ones of a partner. */
export function openFlagsQuery(programId: number, partnerId: number) {
  return queryOptions({
    queryKey: ["program", programId, "flags", "open", partnerId],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/flags", {
          params: {
            path: { program_id: programId },
            query: { status: "open", limit: shownMax, partner_id: partnerId },
          },
        }),
      ),
  });
}

/** How many there are of the program. */
export function flagCountsQuery(programId: number) {
  return queryOptions({
    queryKey: ["program", programId, "flags", "counts"],
    queryFn: async () => {
      const params = { path: { program_id: programId } };
      return (await ask(api.GET("/api/v1/programs/{program_id}/flag-counts", { params }))).data;
    },
  });
}

/** Null if the program has no such flag, or if its sale became another partner's. */
export function flagQuery(programId: number, flagId: string) {
  return queryOptions({
    queryKey: ["program", programId, "flags", "one", flagId],
    queryFn: () => findFlag(programId, flagId),
  });
}

async function findFlag(programId: number, flagId: string): Promise<Flag | null> {
  const params = { path: { program_id: programId, flag_id: flagId } };
  try {
    return (await ask(api.GET("/api/v1/programs/{program_id}/flags/{flag_id}", { params }))).data;
  } catch (error) {
    // A text that is no id is refused by its field.
    if (error instanceof CallFailed && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}
