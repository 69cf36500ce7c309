// README.md and docs/ hold: what they ask a reader to type exists, and what they link to is there.
// A command in a document is only looked up, never run: the commands have tests of their own.
import { existsSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { commands } from "../src/faces/cli/commands.ts";
import { readTree, root } from "./support/tree.ts";

type Page = { readonly path: string; readonly source: string };

const tree = readTree();
const pages = tree.filter(({ path }) => /^((README|CONTRIBUTING|ARCHITECTURE|CHANGELOG)\.md|docs\/.*\.md)$/.test(path));
const packageJson = tree.find(({ path }) => path === "package.json")?.source ?? "{}";
const scripts = Object.keys((JSON.parse(packageJson) as { scripts?: object }).scripts ?? {});

/** npm's own commands, which need no script. */
const npmCommands = [
  "audit",
  "ci",
  "exec",
  "i",
  "init",
  "install",
  "link",
  "login",
  "ls",
  "pack",
  "publish",
  "run",
  "uninstall",
  "update",
  "version",
  "view",
];

describe("the documents", () => {
  test("exist", () => {
    expect(pages.map(({ path }) => path)).toContain("README.md");
  });

  test("mention only npm scripts that package.json has", () => {
    expect(missing(pages, npmScriptsIn, (name) => scripts.includes(name))).toEqual([]);
  });

  test("mention only commands that svc has", () => {
    const names = commands.map(([name]) => name);
    expect(missing(pages, svcCommandsIn, (words) => isCommand(words, names))).toEqual([]);
  });

  test("link only to files and headings that exist", () => {
    expect(missing(pages, linksIn, linkResolves)).toEqual([]);
  });

  test("name only source files that exist", () => {
    const ofToday = pages.filter(({ path }) => !path.startsWith("docs/decisions/"));
    expect(missing(ofToday, filesIn, (path) => existsSync(posix.join(root, path)))).toEqual([]);
  });
});

describe("the reader of documents", () => {
  const page = {
    path: "docs/a.md",
    source: [
      "Run `npm run demo`, `npm test` or `npm ci`; npm run prose is none. See [b](b.md#the-b) and [web](https://a.example/b).",
      "```sh",
      "npm run --silent svc -- programs create --workspace 1",
      "npx svc sales|fees list --program 1   # svc is a word here",
      "```",
      "It starts in `src/main.ts` and `adapters/<provider>.ts`; `svc` alone and `svc --help` are no command. [top](#a-b)",
    ].join("\n"),
  };

  test("finds npm scripts in code", () => {
    expect(npmScriptsIn(page)).toEqual(["demo", "test", "svc"]);
  });

  test("finds svc commands in code", () => {
    expect(svcCommandsIn(page)).toEqual(["programs create", "sales list", "fees list"]);
  });

  test("finds relative links", () => {
    expect(linksIn(page)).toEqual(["docs/b.md#the-b", "docs/a.md#a-b"]);
  });

  test("finds source files", () => {
    expect(filesIn(page)).toEqual(["src/main.ts"]);
  });

  test("knows a command by its words, with any arguments", () => {
    expect(isCommand("replay", ["replay"])).toBe(true);
    expect(isCommand("programs create acme", ["programs create"])).toBe(true);
    expect(isCommand("programs delete", ["programs create"])).toBe(false);
  });

  test("says what is missing and where", () => {
    expect(missing([page], npmScriptsIn, (name) => name !== "demo")).toEqual(["docs/a.md: demo"]);
    expect(missing([page], linksIn, linkResolves)).toEqual(["docs/a.md: docs/b.md#the-b", "docs/a.md: docs/a.md#a-b"]);
  });
});

function missing(from: readonly Page[], find: (page: Page) => string[], exists: (what: string) => boolean): string[] {
  return from.flatMap((page) =>
    find(page)
      .filter((what) => !exists(what))
      .map((what) => `${page.path}: ${what}`),
  );
}

/** The lines of fenced blocks, and what is between backticks elsewhere. */
function codeIn({ source }: Page): string[] {
  const parts = source.split(/^```.*$/m);
  return parts.flatMap((part, index) =>
    index % 2 === 1 ? part.split("\n").map((line) => line.replace(/(^|\s)#.*/, "")) : (part.match(/`[^`\n]+`/g) ?? []),
  );
}

function npmScriptsIn(page: Page): string[] {
  return codeIn(page)
    .flatMap((code) => [...code.matchAll(/\bnpm( run)?(?: -\S+)* ([a-z][\w:-]*)/g)])
    .filter(([, run, name = ""]) => run !== undefined || !npmCommands.includes(name))
    .map(([, , name = ""]) => name);
}

/** The words after `svc`, up to the first flag or placeholder; `a|b` is both. */
function svcCommandsIn(page: Page): string[] {
  return codeIn(page)
    .flatMap((code) => [...code.matchAll(/\bsvc(?: --)? ([a-z][a-z|-]*(?: [a-z][a-z-]*)*)/g)])
    .flatMap(([, words = ""]) => {
      const [first = "", ...rest] = words.split(" ");
      return first.split("|").map((alternative) => [alternative, ...rest].join(" "));
    });
}

function isCommand(words: string, names: readonly string[]): boolean {
  return names.some((name) => `${words} `.startsWith(`${name} `));
}

/** Relative links and images as paths from the root, with their `#heading`. */
function linksIn(page: Page): string[] {
  const targets = [...page.source.matchAll(/\]\(\s*<?([^)\s>]+)/g)].map(([, target = ""]) => target);
  return targets
    .filter((target) => !/^([a-z]+:|\/\/)/.test(target))
    .map((target) => (target.startsWith("#") ? page.path + target : posix.join(posix.dirname(page.path), target)));
}

function linkResolves(link: string): boolean {
  const [path = "", heading] = link.split("#");
  if (!existsSync(posix.join(root, path))) return false;
  if (heading === undefined || !path.endsWith(".md")) return true;
  const target = tree.find((file) => file.path === path);
  return (target?.source.match(/^#+ .*$/gm) ?? []).map(anchorOf).includes(heading);
}

/** As GitHub derives it from a heading. */
function anchorOf(heading: string): string {
  return heading
    .replace(/^#+ /, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function filesIn(page: Page): string[] {
  const path = /^`((?:src|adapters|test|migrations|docs|sdk|console|bench|fixtures)\/[\w./-]+)`$/;
  return codeIn(page).flatMap((code) => path.exec(code)?.[1] ?? []);
}
