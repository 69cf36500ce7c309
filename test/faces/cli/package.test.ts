// What `npm pack` gives runs on its own: in a folder with nothing of this repository but the packages it depends on.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killChildren, startChild } from "../../support/child.ts";
import { createDataFolder, type DataFolder } from "../../support/data-folder.ts";
import { readSource } from "../../support/imports.ts";
import { root } from "../../support/tree.ts";

const megabyte = 2 ** 20;

let folder: DataFolder;
let unpacked: string;
let installed: string;
let packedBytes: number;

beforeAll(async () => {
  const run = (file: string, ...parameters: string[]) =>
    execFileSync(file, parameters, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      // npm lists every file of the package: more than the megabyte that Node takes by default.
      maxBuffer: 16 * megabyte,
    });
  unpacked = await mkdtemp(join(tmpdir(), "svc-package-"));
  run(process.execPath, "bin/build-package.ts");
  const [packed] = JSON.parse(run("npm", "pack", "--ignore-scripts", "--json", "--pack-destination", unpacked));
  packedBytes = packed.size;
  run("tar", "-xzf", join(unpacked, packed.filename), "-C", unpacked);
  const modules = join(unpacked, "node_modules");
  installed = join(modules, "svc");
  await mkdir(modules);
  for (const dependency of dependenciesOf(join(unpacked, "package"))) await lend(modules, dependency);
  execFileSync("mv", [join(unpacked, "package"), installed]);
  folder = await createDataFolder();
  await folder.initialise();
});

afterAll(async () => {
  await killChildren();
  await folder.remove();
  await rm(unpacked, { recursive: true });
});

/** As an installation would put it there. */
async function lend(modules: string, dependency: string): Promise<void> {
  await mkdir(join(modules, dependency, ".."), { recursive: true });
  await symlink(join(root, "node_modules", dependency), join(modules, dependency));
}

function dependenciesOf(folderOfPackage: string): string[] {
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(folderOfPackage, "package.json"), "utf8"),
  );
  return Object.keys({ ...dependencies, ...optionalDependencies });
}

/** Of its own; what it brings of others lies in node_modules. */
const filesOf = (ending: string): string[] =>
  readdirSync(installed, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(ending) && !path.startsWith("node_modules"),
  );

test("serves, runs the demo to its first sales, and prints the next step", async () => {
  const script = pathToFileURL(join(installed, "bin/svc.js"));
  const env = { SVC_DATA_DIR: folder.dataDir, npm_command: "exec" };
  const service = startChild(script, ["serve"], env);
  const [, url] = await service.says(/service {4}(http:\S+)/);
  expect(service.said()).toContain("npx svc demo");
  const demo = startChild(script, ["demo"], env);
  expect((await demo.exit).code, demo.said()).toBe(0);
  expect(demo.said()).toMatch(/Right to the cent: 3 sales .* npx svc events list --program \d/);

  const page = await fetch(`${url}/`, { headers: { accept: "text/html" } });
  const html = await page.text();
  expect(html).toContain('<div id="console">');
  const files = [
    /src="(?:\.\/)?(assets\/[^"]+\.js)"/.exec(html)?.[1],
    "js/svc-tracker.js",
    "docs/install",
    "docs/pictures/replay.svg",
    "look/tokens.css",
  ];
  for (const file of [...files, "AGENTS.md", "openapi.json"]) {
    expect((await fetch(`${url}/${file}`)).status, file).toBe(200);
  }
  const replay = startChild(script, ["replay", "--all"], env);
  expect((await replay.exit).code, replay.said()).toBe(0);
  service.process.kill("SIGTERM");
  expect(await service.exit).toEqual({ code: 0, signal: null });
});

test("holds JavaScript with its maps and what it reads, and nothing that only development needs", () => {
  expect(filesOf(".ts")).toEqual([]);
  for (const path of filesOf(".js").filter((each) => /^dist\/(src(?!\/faces\/http\/assets)|adapters)\//.test(each))) {
    expect(existsSync(join(installed, `${path}.map`)), path).toBe(true);
  }
  expect(filesOf(".sql").map((path) => basename(path))).toEqual(readdirSync(join(root, "migrations")));
  const own = dependenciesOf(installed);
  const imported = filesOf(".js")
    .filter((path) => /^dist\/(src(?!\/faces\/http\/assets)|adapters|sdk)\//.test(path))
    .flatMap((path) =>
      readSource(path, readFileSync(join(installed, path), "utf8")).imports.map(({ target }) => target),
    );
  const foreign = new Set(imported.filter((target) => !/^(node:|dist\/)/.test(target)));
  expect([...foreign].filter((target) => !own.includes(target))).toEqual([]);
});

test("brings what the npm of Node 20 fails to resolve", () => {
  const { bundleDependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  expect(bundleDependencies).toContain("better-auth");
  for (const name of bundleDependencies) expect(existsSync(join(installed, "node_modules", name)), name).toBe(true);
});

test("is as large as the documents say", () => {
  const stated = /about (\d+) MB packed/.exec(readFileSync(join(root, "docs/install.md"), "utf8"))?.[1];
  expect(Math.round(packedBytes / megabyte)).toBe(Number(stated));
});
