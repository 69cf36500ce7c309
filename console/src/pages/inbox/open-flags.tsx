// Open flags, for people who may decide about them.
import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "../../components/button.tsx";
import { useMay } from "../../components/may.tsx";
import { Section } from "../../components/page.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/inbox.ts";
import { flagCountsQuery } from "../flags/flags-query.ts";

/** 0 for a reader who may not decide about them. */
export function useOpenFlags(programId: number): number {
  const mayDecide = useMay(programId, "terms");
  const { data } = useQuery({ ...flagCountsQuery(programId), enabled: mayDecide });
  return mayDecide && data !== undefined ? data.open_count : 0;
}

export function OpenFlags({ programId }: { readonly programId: number }) {
  const count = useOpenFlags(programId);
  if (count === 0) return null;
  return (
    <Section
      title={say("flags")}
      about={say("countOpenSayWhetherEach", { count })}
      actions={<ButtonLink to={pathOf(programId, "flags")}>{say("reviewFlags")}</ButtonLink>}
    >
      {null}
    </Section>
  );
}
