// The product is Whence wherever a person reads; identifiers are svc, as the interface has them. Found here: a heading, a title or a
// sentence that calls the product svc.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { productName } from "../src/core/wording/product.ts";
import { commands } from "../src/faces/cli/commands.ts";
import { runSvc } from "./support/svc.ts";
import { readTree, root } from "./support/tree.ts";

const tree = readTree();
const textOf = (path: string): string => readFileSync(join(root, path), "utf8");
const firstWords = [...new Set(commands.map(([name]) => name.split(" ")[0] ?? ""))];

/**
 * The forms in which svc is an identifier: part of a name (`@svc/sdk`, `svc_click_id`, `svc-tracker.js`, `.svc`, `/opt/svc`, `svc.yaml`), or
 * the command with what follows it.
 */
const identifier = new RegExp(
  `[\\w@/.$-]svc|svc[\\w/.|-]|\\bsvc (?:--\\w|<|\\$\\{|${firstWords.join("\\b|")}\\b)`,
  "g",
);

/** What is left of svc in a text after its identifiers. */
function asProduct(text: string): string[] {
  const left = text.replaceAll(identifier, "");
  return [...left.matchAll(/.{0,30}\bsvc\b.{0,30}/g)].map(([found]) => found);
}

/** Of Markdown, what is read as words: no code and no target of a link. */
function proseOf(markdown: string): string {
  return markdown
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, "")
    .replaceAll(/`[^`\n]*`/g, "")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/<!--[\s\S]*?-->/g, "");
}

/** Of a source, texts that may be sentences: with a blank in them. */
function sentencesOf(source: string): string[] {
  const code = source.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
  return [...code.matchAll(/"([^"\n]* [^"\n]*)"|`([^`\n]* [^`\n]*)`/g)].map(
    ([, plain, template]) => plain ?? template ?? "",
  );
}

/** Identifiers between blanks: what a program sends as its name, and snippets of code. */
const alone = ["svc command", "svc verification", "svc access change", "const svc = ", "} svc"];

describe("where a person reads, the product is Whence", () => {
  test("by the name that is spelled in one place", () => expect(productName).toBe("Whence"));

  test.each([
    ["README.md", /^# (.*)$/m],
    ["deploy/Dockerfile", /image\.title="([^"]*)"/],
    ["console/index.html", /<title>([^<]*)<\/title>/],
  ])("in the title of %s", (path, title) => {
    expect(title.exec(textOf(path))?.[1]).toBe(productName);
  });

  test("in the description of each package, of the image and of the chart", () => {
    const described = ["package.json", "sdk/package.json", "console/package.json", "sdk/php/composer.json"];
    const descriptions = described.map((path) => (JSON.parse(textOf(path)) as { description: string }).description);
    descriptions.push(/image\.description="([^"]*)"/.exec(textOf("deploy/Dockerfile"))?.[1] ?? "");
    descriptions.push((parse(textOf("deploy/helm/svc/Chart.yaml")) as { description: string }).description);
    descriptions.push(/^description = "(.*)"$/m.exec(textOf("sdk/python/pyproject.toml"))?.[1] ?? "");
    for (const description of descriptions) expect(description).toContain(productName);
  });

  test("on the first line of svc --help", async () => {
    const { stdout } = await runSvc(["--help"]);
    expect(stdout.split("\n")[0]).toMatch(/^Whence\b/);
    expect((await runSvc(["programs", "--help"])).stdout).not.toContain("Whence: affiliate");
  });

  test.each(
    tree
      .filter(
        ({ path }) => /\.md$/.test(path) && !/^(\.changeset|docs\/decisions|fixtures|bench|mutation|test)\//.test(path),
      )
      .map(({ path, source }) => ({ path, source })),
  )("in $path", ({ source }) => {
    expect(asProduct(proseOf(source))).toEqual([]);
  });

  test("in every sentence of the service, the command line and the console", () => {
    const sources = tree.filter(({ path }) => /^(src|adapters|console\/src|bin)\/.*\.(ts|tsx|js|html)$/.test(path));
    expect(sources.length).toBeGreaterThan(500);
    const found = sources.flatMap(({ path, source }) =>
      sentencesOf(source)
        .filter((sentence) => !alone.some((known) => sentence.includes(known)))
        .flatMap((sentence) => asProduct(sentence).map((text) => `${path}: ${text}`)),
    );
    expect(found).toEqual([]);
  });
});

test("what calls the product svc is found, and identifiers are not", () => {
  expect(asProduct("svc is running. Start svc again; this svc.")).toHaveLength(1);
  expect(asProduct(proseOf("# svc\n\nRun `svc` or `svc serve`: [svc](svc.md)\n"))).toEqual([
    "# svc",
    "Run  or : [svc]",
  ]);
  expect(
    asProduct("Run svc replay --all, svc --help or npx svc serve; @svc/sdk, svc_click_id, .svc and /opt/svc."),
  ).toEqual([]);
});
