// svc recipients set: where a partner's payouts go. Kept encrypted, and no part of the log.
import { setPayoutRecipient } from "../../access/payout-recipients.ts";
import { operator } from "../../access/permission.ts";
import { openSecrets } from "../../access/secrets.ts";
import { recipientKinds, recipientSchema } from "../../core/payout-recipient.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed, UsageError } from "../failures.ts";
import { choiceFlag, idFlag, optional, programFlag, textFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";

export const command = defineCommand({
  example: 'recipients set --program 1 --partner 2 --email anna@example.com --name "Anna Nguyen"',
  flags: {
    program: programFlag,
    partner: idFlag("The partner's id"),
    email: textFlag("Address of the partner's account at the payment tool", "address"),
    name: textFlag("Name as the partner's bank knows it"),
    kind: optional(choiceFlag(recipientKinds, "Whom the account belongs to; person when left out")),
  },
  run: async ({ config, database }, { program, partner, email, name, kind = "person" }) => {
    const recipient = recipientSchema.safeParse({ email, name, kind });
    if (!recipient.success) {
      throw new UsageError(
        recipient.error.issues.map((issue) => `--${issue.path.join(".")} ${issue.message}.`).join(" "),
      );
    }
    const secrets = openSecrets(config.secretKeys.reveal());
    const known = { programId: program, partnerId: partner, recipient: recipient.data };
    if (!(await setPayoutRecipient(database, secrets, known, operator))) {
      throw new CommandFailed(`Program ${program} has no partner ${partner}.`);
    }
    return recordOutput({ partner_id: partner, ...recipient.data });
  },
});
