// What waits for a person, next to the link to it: failed or pending events, or open flags. Nothing when it is 0.
import { useQuery } from "@tanstack/react-query";
import { inboxQuery } from "../api/queries.ts";
import { useMay } from "../components/may.tsx";
import type { Entry } from "../navigation.ts";
import { flagCountsQuery } from "../pages/flags/flags-query.ts";
import { say } from "../texts/shell.ts";

const pollMilliseconds = 60_000;
const shownMax = 99;

type EntryCountProps = { readonly programId: number; readonly of: Entry["count"] };

export function EntryCount({ programId, of }: EntryCountProps) {
  switch (of) {
    case undefined:
      return null;
    case "inbox":
      return <InboxCount programId={programId} />;
    case "flags":
      return <FlagsCount programId={programId} />;
  }
}

function InboxCount({ programId }: { readonly programId: number }) {
  const { data: causes = [] } = useQuery({ ...inboxQuery(programId), refetchInterval: pollMilliseconds });
  const count = causes
    .filter(({ outcome }) => outcome === "failed" || outcome === "parked")
    .reduce((sum, cause) => sum + cause.count, 0);
  return <Badge count={count} words={say("countFailedOrWaiting", { count })} />;
}

/** For people who may decide about them. */
function FlagsCount({ programId }: { readonly programId: number }) {
  const mayDecide = useMay(programId, "terms");
  const { data } = useQuery({
    ...flagCountsQuery(programId),
    refetchInterval: pollMilliseconds,
    enabled: mayDecide,
  });
  if (!mayDecide || data === undefined) return null;
  return <Badge count={data.open_count} words={say("countOpen", { count: data.open_count })} />;
}

function Badge({ count, words }: { readonly count: number; readonly words: string }) {
  if (count === 0) return null;
  return (
    <>
      <span className="badge" aria-hidden="true">
        {count > shownMax ? `${shownMax}+` : count}
      </span>
      <span className="visually-hidden">({words})</span>
    </>
  );
}
