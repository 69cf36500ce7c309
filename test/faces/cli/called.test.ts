// What the command line says to type next can be pasted, whichever way it was started.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { asTyped, calledBy } from "../../../src/faces/cli/called.ts";
import { commands } from "../../../src/faces/cli/commands.ts";
import { runSvc } from "../../support/svc.ts";
import { root } from "../../support/tree.ts";

const npm = "npm run --silent svc --";
const folder = "/srv/shop";

test.each([
  ["npm's script, in a checkout", { npm_command: "run-script", npm_package_name: "svc" }, "/svc/bin/svc.js", npm],
  ["npm start", { npm_command: "start", npm_package_name: "svc" }, "/svc/bin/svc.js", npm],
  ["npx", { npm_command: "exec" }, `${folder}/node_modules/.bin/svc`, "npx svc"],
  [
    "npx from a file",
    { npm_command: "exec", npm_config_package: "./svc.tgz" },
    "/x/svc",
    "npx --package=./svc.tgz svc",
  ],
  ["a script of somebody's package", { npm_command: "run-script", npm_package_name: "shop" }, "/x/svc", "npx svc"],
  ["the PATH", {}, "/usr/local/bin/svc", "svc"],
  ["node", {}, `${folder}/vendor/svc/bin/svc.js`, "node vendor/svc/bin/svc.js"],
])("knows that it was started by %s", (_way, env, script, called) => {
  expect(calledBy({ script, env, folder })).toBe(called);
});

test.each(commands.map(([name]) => name))("shows how to type: %s", (name) => {
  expect(asTyped(`Next: svc ${name} --program 1`, npm)).toBe(`Next: ${npm} ${name} --program 1`);
});

test("leaves the product's name alone", () => {
  for (const text of ["svc is running.", "What answers is no svc of this version.", "/usr/bin/svc verify"]) {
    expect(asTyped(text, npm)).toBe(text);
  }
});

test("help, faults and answers are shown as they are typed, and a document for programs as it is", async () => {
  const called = npm;
  expect((await runSvc(["verify", "--help"], { called })).stdout).toContain(`${npm} verify`);
  expect((await runSvc(["verifi"], { called })).stderr).toContain(`See: ${npm} --help`);
  expect((await runSvc(["verifi", "--json"], { called })).stderr).toContain("See: svc --help");
});

test("svc --version says the package's version, without loading more", async () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(await runSvc(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  const said = execFileSync(process.execPath, [join(root, "bin/svc.js"), "--version"], { encoding: "utf8" });
  expect(said).toBe(`${version}\n`);
});
