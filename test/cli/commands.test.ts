// The table of commands: each can be found, explained and called the way its help says.
import { describe, expect, test, vi } from "vitest";
import { adaptersByProvider } from "../../adapters/registry.ts";
import { runCommandLine } from "../../src/cli/command-line.ts";
import { commands } from "../../src/cli/commands.ts";
import { aboutOf, flagName, parseFlags } from "../../src/cli/flags.ts";
import { connectableProviders } from "../../src/core/providers.ts";

/** As a shell would cut it, up to a redirection. */
function wordsOf(example: string): string[] {
  const [call = ""] = example.split(" < ");
  return [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
}

test("a connection can be added for every provider that has an adapter, and for no other", () => {
  expect(connectableProviders.toSorted()).toEqual([...adaptersByProvider.keys()].toSorted());
});

describe("the commands", () => {
  test("have names of their own", () => {
    const names = commands.map((command) => command.name);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(commands.map((command) => [command.name, command] as const))(
    "can be called as the help shows it: %s",
    async (name, { example, flags, ...rest }) => {
      expect(example.startsWith(name)).toBe(true);
      const called: unknown[] = [];
      const execute = async (options: unknown): Promise<number> => {
        called.push(parseFlags(flags, options));
        return 0;
      };
      expect(await runCommandLine([{ ...rest, example, flags, execute }], wordsOf(example))).toBe(0);
      expect(called).toHaveLength(1);
    },
  );

  test.each(commands.map((command) => [command.name, command] as const))(
    "explains itself: %s",
    async (name, command) => {
      let help = "";
      const stdout = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
        help += String(text);
        return true;
      });
      try {
        expect(await runCommandLine(commands, [...name.split(" "), "--help"])).toBe(0);
      } finally {
        stdout.mockRestore();
      }
      const words = help.replace(/\s+/g, " ");
      expect(words).toContain(command.summary);
      expect(help).toContain(`npm run --silent svc -- ${command.example}`);
      expect(help).toContain("--json");
      for (const [key, schema] of Object.entries(command.flags)) {
        expect(help).toContain(key === command.argument ? aboutOf(schema).placeholder : flagName(key));
        expect(aboutOf(schema).meaning).not.toBe("");
      }
    },
  );
});
