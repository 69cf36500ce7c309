// svc keys regenerate: replaces a program's key and shows the new one, this once. The old one stops at once, everywhere.
import { maskKey } from "../../access/key-mask.ts";
import { operator } from "../../access/permission.ts";
import { regenerateKey } from "../../access/program-keys.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { programFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";

export const command = defineCommand({
  example: "keys regenerate --program 1",
  flags: { program: programFlag },
  run: async ({ database }, { program }) => {
    const key = await regenerateKey(database, program, operator);
    if (key === undefined) throw new CommandFailed(`There is no program ${program}.`);
    return recordOutput({ api_token: key, api_token_masked: maskKey(key.slice(-4)) });
  },
});
