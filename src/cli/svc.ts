#!/usr/bin/env node
// The program `svc`.
import { runCommandLine } from "./command-line.ts";
import { commands } from "./commands.ts";

// A write that fails is told to whoever waits for it; without a listener it would end the process in the middle of its work.
process.stdout.on("error", () => undefined);
process.exit(await runCommandLine(commands, process.argv.slice(2)));
