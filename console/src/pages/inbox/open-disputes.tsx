// Open disputes: their commissions are held until they are closed.
import { useQuery } from "@tanstack/react-query";
import { api, ask } from "../../api/client.ts";
import { ButtonLink } from "../../components/button.tsx";
import { Section } from "../../components/page.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/inbox.ts";

const shownMax = 100;

export function OpenDisputes({ programId }: { readonly programId: number }) {
  const { data } = useQuery({
    queryKey: ["program", programId, "disputes", "open"],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/disputes", {
          params: { path: { program_id: programId }, query: { status: "open", limit: shownMax } },
        }),
      ),
  });
  const count = data?.data.length ?? 0;
  if (count === 0) return null;
  return (
    <Section
      title={say("disputes")}
      about={say("countNextOpenTheirCommissionsAre", { count, next: data?.next === null ? "" : "+" })}
      actions={<ButtonLink to={pathOf(programId, "disputes")}>{say("showDisputes")}</ButtonLink>}
    >
      {null}
    </Section>
  );
}
