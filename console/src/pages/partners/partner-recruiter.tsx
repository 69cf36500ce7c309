// Who recruited a partner, and whom it recruited. An owner sets a recruiter once, before the partner's first commission.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { partnersQuery, type Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, SelectField, type Values } from "../../components/form.tsx";
import { useMay } from "../../components/may.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { PartnerName } from "../../components/values/partner-name.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/partners.ts";

type Partner = Schemas["Partner"];
const recruitsShown = 20;

export function PartnerRecruiter({ programId, partner }: { readonly programId: number; readonly partner: Partner }) {
  const { partner_id, recruited_by } = partner;
  const [isAsked, setIsAsked] = useState(false);
  const mayDecide = useMay(programId, "terms");
  const client = useQueryClient();
  const { data: recruits, error } = useQuery({
    queryKey: ["program", programId, "recruits", partner_id],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/partners", {
          params: { path: { program_id: programId }, query: { recruited_by: partner_id, limit: recruitsShown } },
        }),
      ),
  });
  const { data: partners = [] } = useQuery({ ...partnersQuery(programId), enabled: isAsked });
  const others = partners.filter((other) => other.partner_id !== partner_id);
  const close = () => setIsAsked(false);
  const save = (values: Values) =>
    ask(
      api.POST("/api/v1/programs/{program_id}/partners/{partner_id}/recruiter", {
        params: { path: { program_id: programId, partner_id } },
        body: { recruited_by: Number(values.recruited_by) },
      }),
    )
      .then(() => client.invalidateQueries({ queryKey: ["program", programId] }))
      .then(close);
  return (
    <div className="stack stack-wide">
      {error === null ? null : <ErrorNotice error={error} />}
      <Facts
        facts={[
          [
            say("recruitedBy"),
            recruited_by === null ? (
              say("noOne")
            ) : (
              <PartnerName key="by" programId={programId} partnerId={recruited_by} />
            ),
          ],
          [
            say("recruited"),
            recruits === undefined ? null : <Recruits key="of" programId={programId} recruits={recruits} />,
          ],
        ]}
      />
      {mayDecide && recruited_by === null ? (
        <div className="row">
          <Button onClick={() => setIsAsked(true)}>{say("setItsRecruiter")}</Button>
        </div>
      ) : null}
      <Dialog isOpen={isAsked} onClose={close} title={say("setTheRecruiter")}>
        <p className="dialog-text">{say("theRecruiterEarnsAShareOf")}</p>
        <Form action={say("setRecruiter")} onCancel={close} onSubmit={save}>
          <SelectField
            name="recruited_by"
            label={say("recruiter")}
            choices={others.map(({ partner_id: id, name }) => ({ value: String(id), label: name }))}
          />
        </Form>
      </Dialog>
    </div>
  );
}

type RecruitsProps = {
  readonly programId: number;
  readonly recruits: { readonly data: readonly Partner[]; readonly next: string | null };
};

function Recruits({ programId, recruits: { data, next } }: RecruitsProps) {
  if (data.length === 0) return say("noOne");
  return (
    <ul className="stack">
      {data.map(({ partner_id, name }) => (
        <li key={partner_id}>
          <Link to={pathOf(programId, "partners", partner_id)}>{name}</Link>
        </li>
      ))}
      {next === null ? null : <li className="quiet">{say("andMore")}</li>}
    </ul>
  );
}
