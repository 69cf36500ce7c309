// The program's key, where somebody demands that it is replaced.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Notice } from "../../components/notice.tsx";
import { formatDay } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { attentionQuery } from "./attention-query.ts";

export function KeyToRotate({ programId }: { readonly programId: number }) {
  const { data: attention } = useQuery(attentionQuery(programId));
  const rotateBy = attention?.key_rotate_by ?? null;
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
