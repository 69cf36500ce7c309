#!/usr/bin/env node
// The program `svc`, on whatever Node it is started by: on this one when it is new enough, else on the one that the npm package
// `node` brings. In a checkout it runs the sources, in an installed package what they were compiled to.
// It is plain JavaScript of old, since it must be understood by a Node that could not run the rest.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

const oldestNode = 24;
const { argv, execPath, versions } = process;

if (Number.parseInt(versions.node, 10) >= oldestNode) await run();
else handOver(nodeOfPackage());

async function run() {
  const source = new URL("../src/faces/cli/svc.ts", import.meta.url);
  if (existsSync(source)) {
    await import(source.href);
    return;
  }
  process.setSourceMapsEnabled(true);
  await import(new URL("../dist/src/faces/cli/svc.js", import.meta.url).href);
}

/** Undefined where it is not installed, or its install script was not run. */
function nodeOfPackage() {
  try {
    const file = createRequire(import.meta.url).resolve("node/bin/node");
    return file === execPath ? undefined : file;
  } catch {
    return undefined;
  }
}

/** What the terminal or an init system tells us is told on; the end is the other's end. */
function handOver(file) {
  if (file === undefined) {
    process.stderr.write(
      `Whence runs on Node ${oldestNode} or newer, and this is ${versions.node}. The npm package "node", which brings a newer one, is ` +
        `not there: install again with optional packages and install scripts, or start it by Node ${oldestNode}.\n`,
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(file, argv.slice(1), { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`Whence could not be started by ${file}: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    if (signal !== null) for (const each of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(each);
    if (signal !== null) process.kill(process.pid, signal);
    else process.exitCode = code;
  });
}
