// Over every page while processes of two releases run: an upgrade that is not finished.
import { useQuery } from "@tanstack/react-query";
import { statusQuery } from "../api/queries.ts";
import { Notice } from "../components/notice.tsx";
import { say } from "../texts/shell.ts";

/** How long what is known of it stays, from page to page. */
const staleMilliseconds = 60_000;

export function UpgradeBand({ programId }: { readonly programId: number }) {
  const { data: status } = useQuery({ ...statusQuery(programId), staleTime: staleMilliseconds });
  const versions = status?.versions ?? [];
  if (versions.length < 2) return null;
  return (
    <Notice meaning="warn">
      <p>{say("processesOfTwoReleases", { versions: versions.join(", ") })}</p>
    </Notice>
  );
}
