// Shown when the program's key must be replaced.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { keyQuery } from "../../api/queries.ts";
import { Notice } from "../../components/notice.tsx";
import { formatDay } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/inbox.ts";

/** The day from which the program's key is refused; null where it need not be replaced. */
export function useKeyDeadline(programId: number): string | null {
  const { data: key } = useQuery(keyQuery(programId));
  return key?.rotate_by ?? null;
}

export function KeyToRotate({ programId }: { readonly programId: number }) {
  const rotateBy = useKeyDeadline(programId);
  if (rotateBy === null) return null;
  return (
    <div className="verdict">
      <Notice meaning="warn">
        <p>{say("theProgramsKeyIsRefusedFrom", { rotateBy: formatDay(rotateBy) })}</p>
        <Link to={pathOf(programId, "settings", "keys")}>{say("replaceTheKey")}</Link>
      </Notice>
    </div>
  );
}
