// One import: what it added or would have added, and what was wrong with its lines.
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { Sheet } from "../../components/sheet.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { Time } from "../../components/values/time.tsx";
import { formatCount } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/connections/imports.ts";
import { authorNamed } from "../settings/access/author-named.ts";
import { ImportDifference } from "./import-difference.tsx";
import { importQuery, toolNamed } from "./import-query.ts";
import { ImportStatus } from "./import-status.tsx";

export function ImportSheet() {
  const { programId, importId } = useParams({ from: "/programs/$programId/imports/$importId" });
  const navigate = useNavigate();
  const { data: shown, error } = useQuery(importQuery(programId, importId));
  return (
    <Sheet
      title={say("importId", { importId })}
      subtitle={shown === undefined ? undefined : <ImportStatus of={shown} />}
      onClose={() => void navigate({ to: pathOf(programId, "imports"), search: (search) => search })}
    >
      {error === null ? null : <ErrorNotice error={error} />}
      {shown === undefined && error === null ? <Skeleton lines={8} /> : null}
      {shown === undefined ? null : (
        <>
          {shown.fault === null ? null : (
            <div className="verdict">
              <Notice meaning="bad">{shown.fault}</Notice>
            </div>
          )}
          <ImportDifference shown={shown} />
          <Facts
            facts={[
              [say("from"), toolNamed(shown.tool)],
              [say("lines"), formatCount(shown.lines)],
              [say("importedBy"), authorNamed(shown)],
              [say("started"), <Time key="started" at={shown.started_at} />],
              [say("finished"), shown.finished_at === null ? null : <Time key="finished" at={shown.finished_at} />],
            ]}
          />
        </>
      )}
    </Sheet>
  );
}
