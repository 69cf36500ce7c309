// Shown when the program's key must be replaced.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { keyQuery } from "../../api/queries.ts";
import { Notice } from "../../components/notice.tsx";
import { formatDay } from "../../format.ts";
import { pathOf } from "../../paths.ts";

export function KeyToRotate({ programId }: { readonly programId: number }) {
  const { data: key } = useQuery(keyQuery(programId));
  const rotateBy = key?.rotate_by ?? null;
  if (rotateBy === null) return null;
  return (
    <div className="verdict">
      <Notice meaning="warn">
        <p>The program's key is refused from {formatDay(rotateBy)} on.</p>
        <Link to={pathOf(programId, "settings", "keys")}>Replace the key</Link>
      </Notice>
    </div>
  );
}
