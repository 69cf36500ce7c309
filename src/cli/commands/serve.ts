// svc serve: runs the service until it is told to stop. What it is made of is loaded only when it runs.
import type { Command } from "../command.ts";

export const command: Command = {
  example: "serve",
  flags: {},
  execute: async (_options, shell) => (await import("../serve.ts")).runServe(shell),
};
