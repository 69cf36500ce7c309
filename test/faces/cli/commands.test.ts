// The table of commands: each can be found, explained and called the way its help says.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { connectableProviders } from "../../../adapters/names.ts";
import { adaptersByProvider } from "../../../adapters/registry.ts";
import { type CommandEntry, commands } from "../../../src/faces/cli/commands.ts";
import { aboutOf, flagName, parseFlags } from "../../../src/faces/cli/input/flags.ts";
import { modulesLoadedBy } from "../../support/loaded-modules.ts";
import { runSvc, wordsOf } from "../../support/svc.ts";
import { root } from "../../support/tree.ts";

test("a connection can be added for every provider that has an adapter, and for no other", () => {
  expect(connectableProviders.toSorted()).toEqual([...adaptersByProvider.keys()].toSorted());
});

describe("the commands", () => {
  test("have names of their own", () => {
    const names = commands.map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(commands)("can be called as the help shows it: %s", async (name, summary, load) => {
    const { example, flags, ...rest } = (await load()).command;
    expect(example.startsWith(name)).toBe(true);
    const called: unknown[] = [];
    const execute = async (options: unknown): Promise<number> => {
      called.push(parseFlags(flags, options));
      return 0;
    };
    const stub: CommandEntry = [name, summary, async () => ({ command: { ...rest, example, flags, execute } })];
    expect(await runSvc(wordsOf(example), { commands: [stub] })).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(called).toHaveLength(1);
  });

  test.each(commands)("explains itself: %s", async (name, summary, load) => {
    const { argument, example, flags } = (await load()).command;
    const { code, stdout: help, stderr } = await runSvc([...name.split(" "), "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(help.replace(/\s+/g, " ")).toContain(`${summary}.`);
    expect(help).toContain(`svc ${example}`);
    expect(help).toContain("--json");
    for (const [key, schema] of Object.entries(flags)) {
      // What is given is found by the camel-case name alone.
      expect(key).toMatch(/^[a-z][A-Za-z0-9]*$/);
      expect(help).toContain(key === argument ? aboutOf(schema).placeholder : flagName(key));
      expect(aboutOf(schema).meaning).not.toBe("");
    }
  });

  test("are all named by the help, each group with its summaries", async () => {
    const { stdout: help } = await runSvc(["--help"]);
    const groups = Map.groupBy(commands, ([name]) => name.split(" ")[0] ?? "");
    for (const [group, entries] of groups) {
      expect(help).toMatch(new RegExp(`^ {2}${group} `, "m"));
      const explained = (await runSvc([group, "--help"])).stdout.replace(/\s+/g, " ");
      for (const [name, summary] of entries) if (name !== group) expect(explained).toContain(summary);
    }
  });
});

const groupFiles = new Set(
  globSync("src/product/*/*.ts", { cwd: root }).filter((path) =>
    /^export const operations\b/m.test(readFileSync(join(root, path), "utf8")),
  ),
);

/** Only a change or a call needs them. */
const ofChanges =
  /^src\/(engine\/recording\/|faces\/http\/|product\/.*\bchange(-refused)?\.ts$|product\/connections\/)/;

describe("what a command line loads", () => {
  const commandsIn = (loaded: readonly string[]) => loaded.filter((path) => path.startsWith("src/faces/cli/commands/"));

  test.each(["--help", "sales --help"])("is for svc %s nothing but the parser and the table", async (line) => {
    const loaded = await modulesLoadedBy(line.split(" "));
    expect(loaded).toContain("src/faces/cli/commands.ts");
    expect(
      loaded.filter(
        (path) =>
          !/^(src\/faces\/cli\/|src\/(config\/version|core\/wording\/product|engine\/replay\/lower-priority|product\/operation\/names)\.ts$|node_modules\/commander\/)/.test(
            path,
          ),
      ),
    ).toEqual([]);
    expect(commandsIn(loaded)).toEqual([]);
    expect(loaded.length).toBeLessThan(20);
  });

  test.each([
    ["payouts show 1 --program 0", "program/payouts-show"],
    ["replay apply 0", "replay-apply"],
    ["replay --help", "replay"],
    ["serve --help", "serve"],
  ])("is of all commands only the one that is named: svc %s", async (line, file) => {
    const loaded = await modulesLoadedBy(line.split(" "));
    expect(commandsIn(loaded)).toEqual([`src/faces/cli/commands/${file}.ts`]);
    expect(loaded.filter((path) => /^(src\/(faces\/http\/|main\.ts)|node_modules\/express\/)/.test(path))).toEqual([]);
  });

  test("is of all operations only the group of the one that is named", async () => {
    const loaded = await modulesLoadedBy("fees list --program 0".split(" "));
    expect(commandsIn(loaded)).toEqual([]);
    expect(loaded.filter((path) => groupFiles.has(path))).toEqual(["src/product/events/operations.ts"]);
    expect(loaded.filter((path) => ofChanges.test(path)).toSorted()).toEqual([
      "src/engine/recording/recorded-reading.ts",
      "src/product/connections/provider-apis/ask-failed.ts",
      "src/product/operation/change-refused.ts",
    ]);
  });
});
