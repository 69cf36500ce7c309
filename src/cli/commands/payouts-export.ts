// svc payouts export: payouts that wait to be paid, as the file a payment tool takes. That there is a file is recorded; say mark-paid
// when the tool has paid them.
import { z } from "zod";
import { operator } from "../../access/permission.ts";
import { openSecrets } from "../../access/secrets.ts";
import { payoutTools } from "../../core/payout-rows.ts";
import { recordExport } from "../../ingest/payouts.ts";
import { makePayoutFile } from "../../queries/payout-file.ts";
import { defineCommand, requireProgram } from "../command.ts";
import { choiceFlag, flag, optional, programFlag, switchFlag } from "../flags.ts";
import { currencyFlag, payoutsFlag } from "../money-flags.ts";

const sourceCurrencyRule = "must be three capital letters, such as USD";

export const command = defineCommand({
  example: "payouts export --program 1 --currency USD --format paypal",
  flags: {
    program: programFlag,
    currency: currencyFlag,
    format: choiceFlag(payoutTools, "The tool that pays"),
    payout: optional(payoutsFlag),
    sourceCurrency: optional(
      flag(z.string().regex(/^[A-Z]{3}$/, sourceCurrencyRule), {
        meaning: "For Wise: the currency of the payer's balance; the payouts' own when left out",
        placeholder: "code",
      }),
    ),
    decimalComma: switchFlag("For PayPal accounts of countries that write 12,34"),
  },
  run: async (context, given) => {
    const { program, currency, format, payout = null, sourceCurrency = null, decimalComma } = given;
    await requireProgram(context, program);
    const secrets = openSecrets(context.config.secretKeys.reveal());
    const wish = { tool: format, currency, payoutIds: payout, sourceCurrency, decimalComma };
    const file = await makePayoutFile(context.db, secrets, program, wish);
    if (file.payout_ids.length > 0) {
      const exported = { programId: program, payoutIds: file.payout_ids, tool: format };
      await recordExport(context.database, exported, operator);
    }
    const leftOut = file.left_out.map(({ payout_id, why }) => `payout ${payout_id}: ${why}`);
    return {
      json: file,
      text: () => file.csv.trimEnd(),
      ...(leftOut.length === 0 ? {} : { failure: `Left out: ${leftOut.join("; ")}.` }),
    };
  },
});
