// svc secrets rotate: encrypts every stored value again with the first secret key, bound to its place. An interrupted run continues at the
// next call. Exits with 1 if values are left that the first key does not open.
import { rotateSecrets } from "../../../access/secrets/secret-rotation.ts";
import { defineCommand } from "../command.ts";
import { keyUseText, leftOver } from "../key-use-text.ts";
import { counted } from "../replaying.ts";

export const command = defineCommand({
  example: "secrets rotate",
  flags: {},
  run: async ({ config, ownerUrl, shell, progress }) => {
    const rotated = await rotateSecrets({
      url: ownerUrl,
      secretKeys: config.secretKeys.reveal(),
      stop: shell.stop,
      onStep: (step) => progress.show("Encrypting again", "rows", step),
    });
    const failure = leftOver(rotated.keys);
    return {
      json: rotated,
      text: () => `${counted(rotated.resealed, "value")} encrypted again.\n${keyUseText(rotated.keys)}`,
      ...(failure === null ? {} : { failure }),
    };
  },
});
