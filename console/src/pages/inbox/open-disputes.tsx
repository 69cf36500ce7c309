// Open disputes: their commissions are held until they are closed.
import { useQuery } from "@tanstack/react-query";
import { api, ask } from "../../api/client.ts";
import { ButtonLink } from "../../components/button.tsx";
import { Section } from "../../components/page.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/inbox.ts";

const shownMax = 100;

/** As far as they are counted; undefined until that is known. */
export function useOpenDisputes(programId: number): { readonly count: number; readonly isAll: boolean } | undefined {
  const { data } = useQuery({
    queryKey: ["program", programId, "disputes", "open"],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/disputes", {
          params: { path: { program_id: programId }, query: { status: "open", limit: shownMax } },
        }),
      ),
  });
  return data === undefined ? undefined : { count: data.data.length, isAll: data.next === null };
}

export function OpenDisputes({ programId }: { readonly programId: number }) {
  const { count, isAll } = useOpenDisputes(programId) ?? { count: 0, isAll: true };
  if (count === 0) return null;
  return (
    <Section
      title={say("disputes")}
      about={say("countNextOpenTheirCommissionsAre", { count, next: isAll ? "" : "+" })}
      actions={<ButtonLink to={pathOf(programId, "disputes")}>{say("showDisputes")}</ButtonLink>}
    >
      {null}
    </Section>
  );
}
