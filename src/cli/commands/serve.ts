// svc serve: runs the service until it is asked to stop. What it is made of is loaded only when it runs.
import type { Command } from "../command.ts";
import { aboutOf, flag, parseFlags, wholeNumberFlag } from "../flags.ts";

const waitSecondsMax = 86_400;
const waitSecondsDefault = 60;

const waitFlag = wholeNumberFlag([0, waitSecondsMax], {
  meaning: `Seconds to wait for a database that cannot be reached yet; ${waitSecondsDefault} when left out`,
  placeholder: "seconds",
});
const flags = { wait: flag(waitFlag.default(waitSecondsDefault), aboutOf(waitFlag)) };

export const command: Command = {
  example: "serve --wait 300",
  flags,
  execute: async (options, shell) => {
    const { wait } = parseFlags(flags, options);
    return (await import("../serve.ts")).runServe(shell, { waitSeconds: wait });
  },
};
