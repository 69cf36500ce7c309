// svc serve: runs the service until it is asked to stop. What it is made of is loaded only when it runs.

import { workersMax } from "../../../config/process.ts";
import { roles } from "../../../config/roles.ts";
import type { Command } from "../command.ts";
import { aboutOf, choiceFlag, flag, optional, parseFlags, wholeNumberFlag } from "../input/flags.ts";

const waitSecondsMax = 86_400;
const waitSecondsDefault = 60;

const waitFlag = wholeNumberFlag([0, waitSecondsMax], {
  meaning: `Seconds to wait for a database that cannot be reached yet; ${waitSecondsDefault} by default`,
  placeholder: "seconds",
});
const roleFlag = choiceFlag(roles, "What this process does, if several share a database; SVC_ROLE or all by default");
const workersFlag = wholeNumberFlag([1, workersMax], {
  meaning: "Number of worker processes that share the port; SVC_WORKERS or 1 by default",
  placeholder: "number",
});
const flags = {
  role: optional(roleFlag),
  workers: optional(workersFlag),
  wait: flag(waitFlag.default(waitSecondsDefault), aboutOf(waitFlag)),
};

export const command: Command = {
  example: "serve --wait 300",
  flags,
  execute: async (options, shell) => {
    const { wait, role, workers } = parseFlags(flags, options);
    return (await import("../service/run-service.ts")).runServe(shell, { waitSeconds: wait, role, workers });
  },
};
