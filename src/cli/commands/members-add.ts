// svc members add: lets somebody into a workspace. Who has no account yet gets an invitation, whose link is shown here.
import { addMember } from "../../access/members.ts";
import { openSecrets } from "../../access/secrets.ts";
import { workspaceRoles } from "../../core/workspace-roles.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { choiceFlag, emailFlag, idFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";
import { findServiceUrl } from "../service-address.ts";

export const command = defineCommand({
  example: "members add --workspace 1 --email ann@acme.example --role owner",
  flags: {
    workspace: idFlag("The workspace"),
    email: emailFlag,
    role: choiceFlag(workspaceRoles, "An owner may do everything; a member all but keys, connections and people"),
  },
  run: async ({ config, db }, { workspace, email, role }) => {
    const secrets = openSecrets(config.secretKeys.reveal());
    const added = await addMember(db, secrets, { workspaceId: workspace, email, role });
    if (added === "no_workspace") throw new CommandFailed(`There is no workspace ${workspace}.`);
    const invitationUrl =
      added.kind === "joined" ? null : `${findServiceUrl(config)}/invitation?ticket=${added.ticket}`;
    return recordOutput({
      workspace_id: workspace,
      email: email.toLowerCase(),
      role,
      status: added.kind,
      invitation_url: invitationUrl,
    });
  },
});
