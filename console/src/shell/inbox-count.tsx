// The number of failed or pending events, next to each link to the inbox; nothing when it is 0.
import { useQuery } from "@tanstack/react-query";
import { inboxQuery } from "../api/queries.ts";
import { formatCount } from "../format.ts";

const pollMilliseconds = 60_000;
const shownMax = 99;

export function InboxCount({ programId }: { readonly programId: number }) {
  const { data: causes = [] } = useQuery({ ...inboxQuery(programId), refetchInterval: pollMilliseconds });
  const count = causes
    .filter(({ outcome }) => outcome === "failed" || outcome === "parked")
    .reduce((sum, cause) => sum + cause.count, 0);
  if (count === 0) return null;
  return (
    <>
      <span className="badge" aria-hidden="true">
        {count > shownMax ? `${shownMax}+` : count}
      </span>
      <span className="visually-hidden">({formatCount(count)} failed or waiting)</span>
    </>
  );
}
