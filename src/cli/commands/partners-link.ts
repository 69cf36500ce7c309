// svc partners link: an address that opens a partner's own page, until it expires.
import { linkDaysDefault, linkDaysMax, makePartnerLink } from "../../access/partner-links.ts";
import { operator } from "../../access/permission.ts";
import { openSecrets } from "../../access/secrets.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { idFlag, optional, programFlag, wholeNumberFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";
import { findServiceUrl } from "../service-address.ts";

export const command = defineCommand({
  example: "partners link --program 1 --partner 2 --expires-in-days 30",
  flags: {
    program: programFlag,
    partner: idFlag("The partner's id"),
    expiresInDays: optional(
      wholeNumberFlag([1, linkDaysMax], {
        meaning: `Days it opens the page; ${linkDaysDefault} when left out`,
        placeholder: "days",
      }),
    ),
  },
  run: async ({ config, database }, { program, partner, expiresInDays = linkDaysDefault }) => {
    const link = await makePartnerLink(
      database,
      openSecrets(config.secretKeys.reveal()),
      {
        programId: program,
        partnerId: partner,
        days: expiresInDays,
      },
      operator,
    );
    if (link === undefined) throw new CommandFailed(`Program ${program} has no partner ${partner}.`);
    const url = `${findServiceUrl(config)}${link.path}`;
    return recordOutput({ url, embed_url: `${url}?embed=1`, expires_at: link.expiresAt });
  },
});
