// Over every page: which workspaces need a second factor of the reader's account, from when on, and the way to set it up.
import { useQuery } from "@tanstack/react-query";
import { servicePath } from "../api/client.ts";
import { passkeysQuery, sessionQuery, workspacesQuery } from "../api/queries.ts";
import { Notice } from "../components/notice.tsx";
import { formatDay } from "../format.ts";
import { say } from "../texts/shell.ts";

export function FactorBand() {
  const { data: me } = useQuery(sessionQuery);
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  const isAsked = me !== undefined && me !== null && !me.hasSecondFactor;
  const [first] = workspaces
    .filter(({ role, second_factor_from }) => role !== null && second_factor_from !== null)
    .toSorted((one, other) => Number(other.lacks_second_factor) - Number(one.lacks_second_factor));
  // A passkey is a second factor as well.
  const { data: passkeys } = useQuery({ ...passkeysQuery, enabled: isAsked && first !== undefined });
  if (!isAsked || first === undefined || first.second_factor_from === null) return null;
  if (passkeys === undefined || passkeys.length > 0) return null;
  return (
    <Notice meaning={first.lacks_second_factor ? "bad" : "warn"}>
      <p>
        {first.lacks_second_factor
          ? say("nameRequiresASecondFactorUntil", { name: first.name })
          : say("nameRequiresASecondFactorFrom", {
              name: first.name,
              secondFactorFrom: formatDay(first.second_factor_from),
            })}{" "}
        <a href={`${servicePath}/account/second-factor`}>{say("setUpYourSecondFactor")}</a>
      </p>
    </Notice>
  );
}
