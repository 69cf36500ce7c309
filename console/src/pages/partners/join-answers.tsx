// What a person answered on the join page, in the words of then.
import { useQuery } from "@tanstack/react-query";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Section } from "../../components/page.tsx";
import { say } from "../../texts/partners.ts";

type Answer = Schemas["Application"]["answers"][number];

export function JoinAnswers({ answers }: { readonly answers: readonly Answer[] }) {
  if (answers.length === 0) return null;
  return (
    <dl className="facts">
      {answers.map((answer) => (
        <div key={answer.key} className="fact">
          <dt>{answer.label}</dt>
          <dd>
            <Written answer={answer} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Written({ answer: { kind, answer } }: { readonly answer: Answer }) {
  if (kind === "checkbox") return answer === "yes" ? say("yes") : say("no");
  if (kind !== "url") return <span className="written">{answer}</span>;
  return (
    <a className="written" href={answer} target="_blank" rel="noreferrer">
      {answer}
    </a>
  );
}

/** Nothing once the application is gone, and of a partner that you added. */
export function AnswersOfPartner({ programId, partnerId }: { readonly programId: number; readonly partnerId: number }) {
  const { data: [application] = [] } = useQuery({
    queryKey: ["program", programId, "application", partnerId],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/partner-applications", {
          params: { path: { program_id: programId }, query: { partner_id: partnerId, limit: 1 } },
        }),
      ),
    select: ({ data }) => data,
  });
  if (application === undefined || application.answers.length === 0) return null;
  return (
    <Section title={say("application")} about={say("whatItAnsweredOnYourJoin")}>
      <JoinAnswers answers={application.answers} />
    </Section>
  );
}
