// Whether the workspace requires a second factor, which members lack one, and the reset of a lost one.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask, servicePath } from "../../../api/client.ts";
import { sessionQuery, workspaceMembersQuery, workspacesQuery } from "../../../api/queries.ts";
import { Button } from "../../../components/button.tsx";
import { Confirm, Dialog } from "../../../components/dialog.tsx";
import { ErrorNotice } from "../../../components/error-notice.tsx";
import { Form, TextField } from "../../../components/form.tsx";
import { Section } from "../../../components/page.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { formatDay } from "../../../format.ts";
import { rich, say } from "../../../texts/settings/settings-access.ts";

const graceDaysByDefault = 7;
const graceDaysMax = 90;

type SecondFactorProps = { readonly workspaceId: number; readonly isOwner: boolean };

export function SecondFactor({ workspaceId, isOwner }: SecondFactorProps) {
  const client = useQueryClient();
  const { data: me } = useQuery(sessionQuery);
  const { data: workspaces } = useQuery(workspacesQuery);
  // Who has one is for owners alone.
  const { data: members = [], error } = useQuery({ ...workspaceMembersQuery(workspaceId), enabled: isOwner });
  const [isRequiring, setIsRequiring] = useState(false);
  const [isEnding, setIsEnding] = useState(false);
  const [reset, setReset] = useState<string | null>(null);
  const workspace = workspaces?.find(({ workspace_id }) => workspace_id === workspaceId);
  if (error !== null) return <ErrorNotice error={error} />;
  if (workspace === undefined) return <Skeleton lines={3} />;
  const from = workspace.second_factor_from;
  const change = async (body: { required: boolean; grace_days: number }) => {
    const params = { path: { workspace_id: workspaceId } };
    await ask(api.PUT("/api/v1/workspaces/{workspace_id}/second-factor", { params, body }));
    await client.invalidateQueries({ queryKey: ["workspaces"] });
  };
  const action =
    from === null ? (
      <Button onClick={() => setIsRequiring(true)}>{say("requireIt")}</Button>
    ) : (
      <Button kind="quiet" onClick={() => setIsEnding(true)}>
        {say("stopRequiringIt")}
      </Button>
    );
  return (
    <Section
      title={say("secondFactor")}
      about={say("aPasskeyOrACodeFrom", { requirementText: requirementText(from) })}
      actions={isOwner ? action : undefined}
    >
      {isOwner ? (
        <div className="table-frame">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{say("member")}</th>
                <th scope="col">{say("secondFactor")}</th>
                <th scope="col" className="cell-figure">
                  <span className="visually-hidden">{say("actions")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {members.map(({ email, second_factor }) => (
                <tr key={email}>
                  <td>{email}</td>
                  <td>{second_factor ? say("setUp") : say("none")}</td>
                  <td className="cell-figure">
                    {second_factor && email !== me?.email ? (
                      <Button kind="quiet" onClick={() => setReset(email)}>
                        {rich("resetTheSecondFactorOfEmail", {
                          email,
                          span: (words) => <span className="visually-hidden">{words}</span>,
                        })}
                      </Button>
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <Dialog isOpen={isRequiring} onClose={() => setIsRequiring(false)} title={say("requireASecondFactor")}>
        {members.some(({ email, second_factor }) => email === me?.email && second_factor) ? (
          <Form
            action={say("requireIt")}
            onCancel={() => setIsRequiring(false)}
            onSubmit={async ({ grace_days }) => {
              await change({ required: true, grace_days: Number(grace_days) });
              setIsRequiring(false);
            }}
          >
            <TextField
              name="grace_days"
              label={say("daysToSetOneUp")}
              hint={say("afterThemAMemberWithoutOne")}
              type="number"
              min={0}
              max={graceDaysMax}
              defaultValue={graceDaysByDefault}
              isRequired={true}
            />
          </Form>
        ) : (
          <>
            <p>
              {rich("setUpYourOwnFirstWithout", {
                factor: (words) => <a href={`${servicePath}/account/second-factor`}>{words}</a>,
                passkey: (words) => <a href={`${servicePath}/account/passkeys`}>{words}</a>,
              })}
            </p>
            <Button onClick={() => setIsRequiring(false)}>{say("close")}</Button>
          </>
        )}
      </Dialog>
      <Confirm
        isOpen={isEnding}
        onClose={() => setIsEnding(false)}
        title={say("stopRequiringASecondFactor")}
        effect={say("membersMayThenTurnTheirsOff")}
        action={say("stopRequiringIt")}
        isDangerous={true}
        onConfirm={() => change({ required: false, grace_days: graceDaysByDefault })}
      />
      <Confirm
        isOpen={reset !== null}
        onClose={() => setReset(null)}
        title={say("resetTheSecondFactorOfReset", { reset: reset ?? "" })}
        effect={say("makeSureWhoAsksForIt")}
        action={say("reset")}
        isDangerous={true}
        onConfirm={async () => {
          const params = { path: { workspace_id: workspaceId } };
          const body = { email: reset ?? "" };
          await ask(api.POST("/api/v1/workspaces/{workspace_id}/members/reset-factor", { params, body }));
          await client.invalidateQueries({ queryKey: ["workspace", workspaceId] });
        }}
      />
    </Section>
  );
}

function requirementText(from: string | null): string {
  if (from === null) return say("membersChooseForThemselves");
  return `${new Date(from).getTime() > Date.now() ? say("requiredFrom") : say("requiredSince")} ${formatDay(from)}.`;
}
