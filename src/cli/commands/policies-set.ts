// svc policies set: the commission terms of one product, in place of the program's. Earlier sales keep theirs.
import { operator } from "../../access/permission.ts";
import { setPolicy } from "../../ingest/configuration.ts";
import { defineCommand } from "../command.ts";
import { programFlag, textFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";
import { commissionFlags, commissionFrom } from "../settings-flags.ts";

export const command = defineCommand({
  example: "policies set --program 1 --product prod_pro --commission-rate-bps 3000",
  flags: { program: programFlag, product: textFlag("The product_id that sales carry", "product"), ...commissionFlags },
  run: async ({ database }, { program, product, ...given }) => {
    const commission = commissionFrom(given, null);
    await setPolicy(database, { programId: program, productId: product, commission }, operator);
    return recordOutput({ product_id: product, commission });
  },
});
