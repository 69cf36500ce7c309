// Open flags, for people who may decide about them.
import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "../../components/button.tsx";
import { useMay } from "../../components/may.tsx";
import { Section } from "../../components/page.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/inbox.ts";
import { openFlagsQuery } from "../flags/flags-query.ts";

/** 0 for a reader who may not decide about them. */
export function useOpenFlags(programId: number): { readonly count: number; readonly hasMore: boolean } {
  const mayDecide = useMay(programId, "terms");
  const { data } = useQuery({ ...openFlagsQuery(programId), enabled: mayDecide });
  if (!mayDecide || data === undefined) return { count: 0, hasMore: false };
  return { count: data.data.length, hasMore: data.next !== null };
}

export function OpenFlags({ programId }: { readonly programId: number }) {
  const { count, hasMore } = useOpenFlags(programId);
  if (count === 0) return null;
  return (
    <Section
      title={say("flags")}
      about={say("countHasMoreOpenSayWhetherEach", { count, hasMore: hasMore ? "+" : "" })}
      actions={<ButtonLink to={pathOf(programId, "flags")}>{say("reviewFlags")}</ButtonLink>}
    >
      {null}
    </Section>
  );
}
