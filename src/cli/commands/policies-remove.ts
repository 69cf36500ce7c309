// svc policies remove: a product is paid by the program's own terms again. Earlier sales keep theirs.
import { operator } from "../../access/permission.ts";
import { setPolicy } from "../../ingest/configuration.ts";
import { findPolicy } from "../../queries/policies.ts";
import { defineCommand, requireProgram } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { programFlag, textFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";

export const command = defineCommand({
  example: "policies remove --program 1 --product prod_pro",
  flags: { program: programFlag, product: textFlag("The product_id that sales carry", "product") },
  run: async (context, { program, product }) => {
    await requireProgram(context, program);
    if ((await findPolicy(context.db, program, product)) === undefined) {
      throw new CommandFailed(`Program ${program} has no policy for ${product}.`);
    }
    await setPolicy(context.database, { programId: program, productId: product, commission: null }, operator);
    return recordOutput({ product_id: product, commission: null });
  },
});
