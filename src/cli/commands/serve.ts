// svc serve: runs the service until it is told to stop. What it is made of is loaded only when it runs.
import type { Command } from "../command.ts";

export const serve: Command = {
  name: "serve",
  summary: "Run the service until Ctrl-C or SIGTERM",
  example: "serve",
  flags: {},
  execute: async () => (await import("../serve.ts")).runServe(),
};
