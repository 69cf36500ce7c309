// Who belongs to the program's workspace, who is invited, and what they may do.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import {
  aboutRoles,
  isWorkspaceRole,
  type WorkspaceRole,
  workspaceRoles,
} from "../../../../../src/core/vocabulary/access/workspace-roles.ts";
import { api, ask } from "../../../api/client.ts";
import { programQuery, type Schemas, sessionQuery } from "../../../api/queries.ts";
import { Button } from "../../../components/button.tsx";
import { Confirm, Dialog } from "../../../components/dialog.tsx";
import { ErrorNotice } from "../../../components/error-notice.tsx";
import { ChoiceField, Form, TextField } from "../../../components/form.tsx";
import { useRole } from "../../../components/may.tsx";
import { Section } from "../../../components/page.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { formatDay } from "../../../format.ts";
import { rich, say } from "../../../texts/settings/settings-access.ts";
import { membersOf, type People } from "./member-rows.ts";
import { SecondFactor } from "./second-factor.tsx";

const roles = workspaceRoles.map((value) => ({
  value,
  label: aboutRoles[value].title,
  about: aboutRoles[value].about,
}));
const usualRole: WorkspaceRole = "member";

export function Members({ programId }: { readonly programId: number }) {
  const { data: program } = useQuery(programQuery(programId));
  const role = useRole(programId);
  return program === undefined ? (
    <Skeleton lines={4} />
  ) : (
    <>
      <OfWorkspace workspaceId={program.workspace_id} isOwner={role === "owner"} />
      <SecondFactor workspaceId={program.workspace_id} isOwner={role === "owner"} />
    </>
  );
}

/** Who is invited is for owners alone. */
async function peopleOf(organizationId: string, isOwner: boolean): Promise<People> {
  const query = { params: { query: { organizationId } } };
  if (isOwner) return ask(api.GET("/api/auth/organization/get-full-organization", query));
  const { members } = await ask(api.GET("/api/auth/organization/list-members", query));
  return { members, invitations: [] };
}

type OfWorkspaceProps = { readonly workspaceId: number; readonly isOwner: boolean };

type Person = { readonly name: string; readonly email: string; readonly role: WorkspaceRole };

type Asked =
  | { readonly kind: "member"; readonly name: string; readonly email: string }
  | { readonly kind: "invitation"; readonly name: string; readonly id: string };

type Left = { readonly name: string; readonly things: Schemas["MembersRemove"]["left_behind"] };

function OfWorkspace({ workspaceId, isOwner }: OfWorkspaceProps) {
  const organizationId = String(workspaceId);
  const client = useQueryClient();
  const { data: me } = useQuery(sessionQuery);
  const [isInviting, setIsInviting] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [changing, setChanging] = useState<Person | null>(null);
  const [left, setLeft] = useState<Left | null>(null);
  const { data: people, error } = useQuery({
    queryKey: ["workspace", workspaceId, "people", isOwner],
    queryFn: () => peopleOf(organizationId, isOwner),
    select: membersOf,
  });
  const changed = () => client.invalidateQueries({ queryKey: ["workspace", workspaceId] });
  if (error !== null) return <ErrorNotice error={error} />;
  if (people === undefined) return <Skeleton lines={4} />;
  return (
    <Section
      title={say("members")}
      about={say("everyoneInTheWorkspaceSeesAll")}
      actions={
        isOwner ? (
          <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setIsInviting(true)}>
            {say("invite")}
          </Button>
        ) : undefined
      }
    >
      <div className="table-frame">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{say("name")}</th>
              <th scope="col">{say("role")}</th>
              <th scope="col" className="cell-figure">
                <span className="visually-hidden">{say("actions")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {people.members.map(({ id, userId, name, email, role }) => (
              <tr key={id}>
                <td>
                  {name}
                  <span className="quiet second-line">{email}</span>
                </td>
                <td>{aboutRoles[role].title}</td>
                <td className="cell-figure">
                  {isOwner && userId !== me?.id ? (
                    <span className="row row-end">
                      <Button kind="quiet" onClick={() => setChanging({ name, email, role })}>
                        {rich("changeRoleOfName", {
                          name,
                          span: (words) => <span className="visually-hidden">{words}</span>,
                        })}
                      </Button>
                      <Button kind="quiet" onClick={() => setAsked({ kind: "member", name, email })}>
                        {rich("removeSpan", { span: <span className="visually-hidden"> {name}</span> })}
                      </Button>
                    </span>
                  ) : null}
                </td>
              </tr>
            ))}
            {people.invitations.map(({ id, email, role, expiresAt }) => (
              <tr key={id}>
                <td>
                  {email}
                  <span className="quiet second-line">
                    {say("invitedUntilExpiresAt", { expiresAt: formatDay(expiresAt) })}
                  </span>
                </td>
                <td>{aboutRoles[role].title}</td>
                <td className="cell-figure">
                  {isOwner ? (
                    <Button kind="quiet" onClick={() => setAsked({ id, name: email, kind: "invitation" })}>
                      {rich("withdrawTheInvitationOfEmail", {
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
      {isOwner ? null : <p className="quiet">{say("ownersInviteAndRemovePeople")}</p>}
      <Dialog isOpen={isInviting} onClose={() => setIsInviting(false)} title={say("inviteAMember")}>
        <Form
          action={say("sendInvitation")}
          onCancel={() => setIsInviting(false)}
          onSubmit={async ({ email = "", role }) => {
            const body = { organizationId, email, role: roleOf(role) };
            await ask(api.POST("/api/auth/organization/invite-member", { body }));
            await changed();
            setIsInviting(false);
          }}
        >
          <TextField name="email" label={say("eMail")} type="email" isRequired={true} />
          <ChoiceField name="role" label={say("role")} choices={roles} defaultValue={usualRole} />
        </Form>
      </Dialog>
      <Dialog
        isOpen={changing !== null}
        onClose={() => setChanging(null)}
        title={say("roleOfName", { name: changing?.name ?? "" })}
      >
        <Form
          action={say("changeRole")}
          onCancel={() => setChanging(null)}
          onSubmit={async ({ role }) => {
            const params = { path: { workspace_id: workspaceId } };
            const body = { email: changing?.email ?? "", role: roleOf(role) };
            await ask(api.POST("/api/v1/workspaces/{workspace_id}/members", { params, body }));
            await changed();
            setChanging(null);
          }}
        >
          <ChoiceField name="role" label={say("role")} choices={roles} defaultValue={changing?.role ?? usualRole} />
        </Form>
      </Dialog>
      <Confirm
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={
          asked?.kind === "invitation"
            ? say("withdrawTheInvitationOfName", { name: asked.name })
            : say("removeName", { name: asked?.name })
        }
        effect={asked?.kind === "invitation" ? say("theLinkInTheMailStops") : say("theyLoseAccessToThisWorkspace")}
        action={asked?.kind === "invitation" ? say("withdraw") : say("remove")}
        isDangerous={true}
        onConfirm={async () => {
          if (asked === null) return;
          if (asked.kind === "member") {
            const params = { path: { workspace_id: workspaceId } };
            const body = { email: asked.email };
            const removed = api.POST("/api/v1/workspaces/{workspace_id}/members/remove", { params, body });
            const { data } = await ask(removed);
            if (data.left_behind.length > 0) setLeft({ name: asked.name, things: data.left_behind });
          } else {
            await ask(api.POST("/api/auth/organization/cancel-invitation", { body: { invitationId: asked.id } }));
          }
          await changed();
        }}
      />
      <Dialog
        isOpen={left !== null}
        onClose={() => setLeft(null)}
        title={say("whatNameSetUpAndStill", { name: left?.name ?? "" })}
      >
        <p className="quiet">{say("reviewItAndReplaceOrRemove")}</p>
        <ul>
          {left?.things.map(({ kind, program_id, program_name, subject_id, summary }) => (
            <li key={`${kind} ${program_id} ${subject_id}`}>
              {program_name === null ? "" : `${program_name}: `}
              {summary}
            </li>
          ))}
        </ul>
        <Button onClick={() => setLeft(null)}>{say("done")}</Button>
      </Dialog>
    </Section>
  );
}

function roleOf(chosen: string | undefined): WorkspaceRole {
  return isWorkspaceRole(chosen) ? chosen : usualRole;
}
