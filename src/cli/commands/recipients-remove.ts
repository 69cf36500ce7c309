// svc recipients remove: forgets where a partner's payouts go.
import { removePayoutRecipient } from "../../access/payout-recipients.ts";
import { operator } from "../../access/permission.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { idFlag, programFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";

export const command = defineCommand({
  example: "recipients remove --program 1 --partner 2",
  flags: { program: programFlag, partner: idFlag("The partner's id") },
  run: async ({ database }, { program, partner }) => {
    if (!(await removePayoutRecipient(database, { programId: program, partnerId: partner }, operator))) {
      throw new CommandFailed(`Partner ${partner} of program ${program} has no payout recipient.`);
    }
    return recordOutput({ partner_id: partner, removed: true });
  },
});
