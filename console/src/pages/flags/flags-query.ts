// Open flags: of the whole program, for its counts, and of one partner; and one flag by its id.
import { queryOptions } from "@tanstack/react-query";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";

type Flag = Schemas["Flag"];

export type FlagKind = Flag["kind"];

export const flagKinds: readonly FlagKind[] = ["own_email", "paid_ads", "banned_site"];

/** One more than a badge can show. */
const countedMax = 100;

export function openFlagsQuery(programId: number, partnerId?: number) {
  const ofPartner = partnerId === undefined ? {} : { partner_id: partnerId };
  return queryOptions({
    queryKey: ["program", programId, "flags", "open", partnerId ?? "all"],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/flags", {
          params: { path: { program_id: programId }, query: { status: "open", limit: countedMax, ...ofPartner } },
        }),
      ),
  });
}

const pageOfFlags = 1000;

/** Null if the program has no such flag, or if its sale became another partner's. */
export function flagQuery(programId: number, flagId: string) {
  return queryOptions({
    queryKey: ["program", programId, "flags", "one", flagId],
    queryFn: () => findFlag(programId, flagId),
  });
}

async function findFlag(programId: number, flagId: string): Promise<Flag | null> {
  const [, kindText, partnerText] = flagId.split("-");
  const kind = flagKinds.find((each) => each === kindText);
  const partnerId = Number(partnerText);
  if (kind === undefined || !Number.isSafeInteger(partnerId)) return null;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data, next }: { data: readonly Flag[]; next: string | null } = await ask(
      api.GET("/api/v1/programs/{program_id}/flags", {
        params: {
          path: { program_id: programId },
          query: { kind, partner_id: partnerId, limit: pageOfFlags, ...(cursor === undefined ? {} : { cursor }) },
        },
      }),
    );
    const found = data.find(({ flag_id }) => flag_id === flagId);
    if (found !== undefined) return found;
    cursor = next;
  }
  return null;
}
