// Partner applications, to accept or decline. Shown only while there are any.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { Form, TextField } from "../../components/form.tsx";
import { useMay } from "../../components/may.tsx";
import { Notice } from "../../components/notice.tsx";
import { Section } from "../../components/page.tsx";
import { Time } from "../../components/values/time.tsx";
import { say } from "../../texts/partners.ts";
import { JoinAnswers } from "./join-answers.tsx";

type Application = Schemas["Application"];
type Mail = { readonly is_sent: boolean; readonly message: string };

const shownMax = 100;

export function Applications({ programId }: { readonly programId: number }) {
  const [decided, setDecided] = useState<{ readonly words: string; readonly mail: Mail } | null>(null);
  const mayDecide = useMay(programId, "terms");
  const { data: waiting = [] } = useQuery({
    queryKey: ["program", programId, "applications"],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/partner-applications", {
          params: { path: { program_id: programId }, query: { status: "pending", limit: shownMax } },
        }),
      ),
    select: ({ data }) => data,
  });
  if (waiting.length === 0 && decided === null) return null;
  return (
    <Section title={say("applications")} about={say("everyApplicantConfirmedTheirEMail")}>
      {decided === null ? null : (
        <div className="verdict">
          <Notice meaning={decided.mail.is_sent ? "good" : "warn"}>
            {decided.words} {decided.mail.message}
          </Notice>
        </div>
      )}
      {waiting.length === 0 ? null : (
        <div className="table-frame">
          <table className="table">
            <caption className="visually-hidden">{say("applications")}</caption>
            <thead>
              <tr>
                <th scope="col">{say("name")}</th>
                <th scope="col">{say("eMail")}</th>
                <th scope="col" className="cell-wide">
                  {say("asked")}
                </th>
                {mayDecide ? <th scope="col">{say("decide")}</th> : null}
              </tr>
            </thead>
            <tbody>
              {waiting.map((application) => (
                <Fragment key={application.application_id}>
                  <tr>
                    <td>{application.name}</td>
                    <td>{application.email}</td>
                    <td className="cell-wide">
                      <Time at={application.applied_at} />
                    </td>
                    {mayDecide ? (
                      <td>
                        <Decide programId={programId} application={application} onDone={setDecided} />
                      </td>
                    ) : null}
                  </tr>
                  {application.answers.length === 0 ? null : (
                    <tr>
                      <td colSpan={mayDecide ? 4 : 3}>
                        <details>
                          <summary>{say("answersOfName", { name: application.name })}</summary>
                          <JoinAnswers answers={application.answers} />
                        </details>
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

type DecideProps = {
  readonly programId: number;
  readonly application: Application;
  readonly onDone: (decided: { readonly words: string; readonly mail: Mail }) => void;
};

function Decide({ programId, application, onDone }: DecideProps) {
  const [asked, setAsked] = useState<"approve" | "decline" | null>(null);
  const client = useQueryClient();
  const { name, email, application_id } = application;
  const params = { path: { program_id: programId, application_id } };
  const close = () => setAsked(null);
  const done = async (words: string, mail: Mail) => {
    await client.invalidateQueries({ queryKey: ["program", programId] });
    onDone({ words, mail });
  };
  return (
    <span className="row">
      <Button onClick={() => setAsked("approve")}>{say("approve")}</Button>
      <Button kind="quiet" onClick={() => setAsked("decline")}>
        {say("decline")}
      </Button>
      <Dialog isOpen={asked === "approve"} onClose={close} title={say("acceptNameAsAPartner", { name })}>
        <p className="dialog-text">{say("emailSignsInWithThisAddress", { email })}</p>
        <JoinAnswers answers={application.answers} />
        <Form
          action={say("approveName", { name })}
          onCancel={close}
          onSubmit={async ({ code = "" }) => {
            const path = "/api/v1/programs/{program_id}/partner-applications/{application_id}/approve";
            const { mail } = await ask(api.POST(path, { params, body: { code: code.trim() } }));
            close();
            await done(say("nameIsAPartner", { name }), mail);
          }}
        >
          <TextField name="code" label={say("codeInItsLinks")} defaultValue={application.code} isRequired={true} />
        </Form>
      </Dialog>
      <Confirm
        isOpen={asked === "decline"}
        onClose={close}
        title={say("declineNameAsked", { name })}
        effect={say("theSameEMailCannotApply")}
        action={say("declineName", { name })}
        isDangerous={true}
        onConfirm={async () => {
          const path = "/api/v1/programs/{program_id}/partner-applications/{application_id}/decline";
          const { mail } = await ask(api.POST(path, { params }));
          await done(say("nameIsDeclined", { name }), mail);
        }}
      />
    </span>
  );
}
