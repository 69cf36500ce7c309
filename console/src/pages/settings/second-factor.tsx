// Whether the workspace requires a second factor, which members lack one, and the reset of a lost one.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask, servicePath } from "../../api/client.ts";
import { sessionQuery, workspaceMembersQuery, workspacesQuery } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, TextField } from "../../components/form.tsx";
import { Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { formatDay } from "../../format.ts";

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
      <Button onClick={() => setIsRequiring(true)}>Require it</Button>
    ) : (
      <Button kind="quiet" onClick={() => setIsEnding(true)}>
        Stop requiring it
      </Button>
    );
  return (
    <Section
      title="Second factor"
      about={`A passkey, or a code from an authenticator app. ${requirementText(from)}`}
      actions={isOwner ? action : undefined}
    >
      {isOwner ? (
        <div className="table-frame">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Member</th>
                <th scope="col">Second factor</th>
                <th scope="col" className="cell-figure">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {members.map(({ email, second_factor }) => (
                <tr key={email}>
                  <td>{email}</td>
                  <td>{second_factor ? "Set up" : "None"}</td>
                  <td className="cell-figure">
                    {second_factor && email !== me?.email ? (
                      <Button kind="quiet" onClick={() => setReset(email)}>
                        Reset<span className="visually-hidden"> the second factor of {email}</span>
                      </Button>
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <Dialog isOpen={isRequiring} onClose={() => setIsRequiring(false)} title="Require a second factor">
        {members.some(({ email, second_factor }) => email === me?.email && second_factor) ? (
          <Form
            action="Require it"
            onCancel={() => setIsRequiring(false)}
            onSubmit={async ({ grace_days }) => {
              await change({ required: true, grace_days: Number(grace_days) });
              setIsRequiring(false);
            }}
          >
            <TextField
              name="grace_days"
              label="Days to set one up"
              hint="After them, a member without one sees nothing of the workspace. Keys continue to work."
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
              Set up your own first: without it you would lose access yourself.{" "}
              <a href={`${servicePath}/account/second-factor`}>Set up your second factor</a> or{" "}
              <a href={`${servicePath}/account/passkeys`}>add a passkey</a>
            </p>
            <Button onClick={() => setIsRequiring(false)}>Close</Button>
          </>
        )}
      </Dialog>
      <Confirm
        isOpen={isEnding}
        onClose={() => setIsEnding(false)}
        title="Stop requiring a second factor?"
        effect="Members may then turn theirs off, and sign in with a password alone."
        action="Stop requiring it"
        isDangerous={true}
        onConfirm={() => change({ required: false, grace_days: graceDaysByDefault })}
      />
      <Confirm
        isOpen={reset !== null}
        onClose={() => setReset(null)}
        title={`Reset the second factor of ${reset ?? ""}?`}
        effect="Make sure who asks for it. Their sessions end, and they sign in with the password alone until they set up a new one."
        action="Reset"
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
  if (from === null) return "Members choose for themselves.";
  return `${new Date(from).getTime() > Date.now() ? "Required from" : "Required since"} ${formatDay(from)}.`;
}
