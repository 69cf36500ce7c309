// Tests that need a program which a newcomer's machine may lack. Where it is missing they are one skipped test with its name, so that
// `npm test` passes with Node, npm and git alone; where TEST_TOOLS names it, it has to be there (`npm run test:tools`).
import { spawnSync } from "node:child_process";
import { describe, test } from "vitest";

export type Tool = "fauxqs" | "haproxy" | "nats" | "nginx" | "redis" | "python" | "php" | "ruby" | "gofmt" | "promtool";

/** Whether a program starts and ends well with these parameters. */
export function starts(program: string, parameters: readonly string[] = ["--version"]): boolean {
  return spawnSync(program, parameters).status === 0;
}

/** For a program that has no parameter with which it ends well. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ["-h"]).error === undefined;
}

const required: readonly string[] = (process.env.TEST_TOOLS ?? "").split(",").filter((name) => name !== "");

/** `define` runs only where the tool is here. */
export function describeWith(tool: Tool, isHere: boolean, define: () => void): void {
  if (isHere) describe(tool, define);
  else if (required.includes(tool)) {
    test(`${tool} is on this machine`, () => {
      throw new Error(`TEST_TOOLS names ${tool}, and it is not on this machine or lacks what its tests need.`);
    });
  } else test.skip(`needs ${tool}, which is not on this machine`);
}
