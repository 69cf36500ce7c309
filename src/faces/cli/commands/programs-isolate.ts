// svc programs isolate: a program whose traffic is a worker's worth is kept apart from the others of a Citus cluster.
import { isolateProgram } from "../../../engine/postgres/citus/cluster.ts";
import { withServer } from "../backing-up.ts";
import type { Command } from "../command.ts";
import { idFlag, optional, parseFlags, textFlag } from "../input/flags.ts";
import { recordOutput } from "../output.ts";

const flags = {
  program: idFlag("The program; writes of those it shares a shard with wait meanwhile"),
  to: optional(textFlag("The worker to move it to; by default it stays. List them: svc status --cluster", "host:port")),
};

export const command: Command = {
  example: "programs isolate --program 1 --to worker-2:5432",
  flags,
  execute: (options, shell) => {
    const { program, to } = parseFlags(flags, options);
    return withServer(shell, async ({ server }) => recordOutput(await isolateProgram(server.url, program, to ?? null)));
  },
};
