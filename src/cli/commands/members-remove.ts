// svc members remove: takes somebody out of a workspace, at once and everywhere. Its last owner stays.
import { removeMember } from "../../access/members.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { emailFlag, idFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";

export const command = defineCommand({
  example: "members remove --workspace 1 --email ann@acme.example",
  flags: { workspace: idFlag("The workspace"), email: emailFlag },
  run: async ({ db }, { workspace, email }) => {
    const isRemoved = await removeMember(db, { workspaceId: workspace, email });
    if (!isRemoved) throw new CommandFailed(`Workspace ${workspace} has no member ${email}.`);
    return recordOutput({ workspace_id: workspace, email: email.toLowerCase(), status: "removed" });
  },
});
