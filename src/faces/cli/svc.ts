#!/usr/bin/env node
// The program `svc`: runs a command line with what the process has. Below it nothing touches the process.
import { lowerPriority } from "../../engine/replay/lower-priority.ts";
import { calledBy } from "./called.ts";
import { runCommandLine } from "./command-line.ts";
import { commands } from "./commands.ts";
import { listenForStop } from "./service/stop-signal.ts";

const { argv, env, stdin, stdout, stderr } = process;
// The writer gets the error of a failed write; without a listener it would end the process in the middle of its work.
stdout.on("error", () => undefined);
const called = calledBy({ script: argv[1] ?? "", env, folder: process.cwd() });
process.exit(
  await runCommandLine(commands, argv.slice(2), {
    env,
    stdin,
    stdout,
    stderr,
    called,
    stop: listenForStop(),
    lowerPriority,
  }),
);
