// svc secrets status: which secret keys the values in the database were encrypted with. It changes nothing.
import { readKeyUse } from "../../../access/secrets/secret-rotation.ts";
import { defineCommand } from "../command.ts";
import { keyUseText } from "../key-use-text.ts";

export const command = defineCommand({
  example: "secrets status",
  flags: {},
  run: async ({ config, ownerUrl, shell, progress }) => {
    const keys = await readKeyUse({
      url: ownerUrl,
      secretKeys: config.secretKeys.reveal(),
      stop: shell.stop,
      onStep: (step) => progress.show("Reading", "rows", step),
    });
    return { json: { keys }, text: () => keyUseText(keys) };
  },
});
