// What came in since the list was shown: counted on top of it, and shown when that is asked for, so that nothing jumps.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { type Filter, useFilters } from "../../components/filters.tsx";
import { formatCount } from "../../format.ts";
import { withBounds } from "./events-query.ts";

const pollMilliseconds = 3_000;
const countedMax = 100;

type EventTailProps = {
  readonly programId: number;
  readonly filters: readonly Filter[];
  readonly rows: readonly Schemas["Event"][];
};

export function EventTail({ programId, filters, rows }: EventTailProps) {
  const client = useQueryClient();
  const set = useFilters(filters);
  const lastSeq = String(rows[0]?.seq ?? 0);
  const query = withBounds(new URLSearchParams({ ...set, after_seq: lastSeq, limit: String(countedMax) }).toString());
  const { data, isError } = useQuery({
    // Not among the program's: what changes the program has nothing to say of it.
    queryKey: ["event-tail", programId, set, lastSeq],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/events", {
          params: { path: { program_id: programId } },
          querySerializer: () => query,
        }),
      ),
    select: (page) => page.data.length,
    refetchInterval: pollMilliseconds,
    gcTime: 0,
  });
  const count = data ?? 0;
  const show = () => {
    void client.invalidateQueries({ queryKey: ["program", programId] });
    scrollTo({ top: 0 });
  };
  return (
    <div className="tail" role="status">
      {isError ? (
        "What is new cannot be asked for; it is tried again."
      ) : (
        <>
          <span className="tail-dot" aria-hidden="true" />
          Live
        </>
      )}
      {count === 0 ? null : (
        <Button onClick={show}>
          {count >= countedMax ? `${countedMax} and more new` : `${formatCount(count)} new`}
        </Button>
      )}
    </div>
  );
}
