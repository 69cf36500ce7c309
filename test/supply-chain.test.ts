// Where the packages come from: each from the registry, held by the hash of its content. And what the package says it is made of: what its
// dependencies lead to on this machine's disk, and of other platforms what the lockfile knows.
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { sbomOf } from "../bin/sbom.ts";
import { root } from "./support/tree.ts";

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
    }),
  ),
});

test.each(["", "bench/", "mutation/"])(
  "every package of %spackage-lock.json is the registry's and has its hash",
  async (folder) => {
    const text = await readFile(new URL(`../${folder}package-lock.json`, import.meta.url), "utf8");
    const installed = Object.entries(lockfile.parse(JSON.parse(text)).packages).filter(
      ([path, { link }]) => path.includes("node_modules/") && link !== true,
    );
    expect(installed.length).toBeGreaterThan(10);
    const strange = installed.filter(
      ([, { resolved }]) => resolved?.startsWith("https://registry.npmjs.org/") !== true,
    );
    expect(strange.map(([path]) => path)).toEqual([]);
    // npm writes no hash of development tools' binaries for platforms that were not there when they were resolved.
    const unheld = installed.filter(
      ([, { integrity, dev, optional }]) =>
        integrity?.startsWith("sha512-") !== true && !(dev === true && optional === true),
    );
    expect(unheld.map(([path]) => path)).toEqual([]);
  },
);

const named = z.record(z.string(), z.string()).default({});
// npm counts an optional peer of a production package as needed in production where anything else installs it. The lockfile's entry of
// better-auth is kept without its peer vitest: after an update of better-auth, take it out there and run `npm install --package-lock-only`.
test("an installation without development dependencies holds no development tool", async () => {
  const text = await readFile(new URL("../package-lock.json", import.meta.url), "utf8");
  const { packages } = lockfile.parse(JSON.parse(text));
  const { devDependencies } = z
    .object({ devDependencies: named })
    .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  // The console's own dependencies, what builds it, and what packages of production depend on themselves.
  const neededToo = [
    "react",
    "react-dom",
    "@types/react",
    "@types/react-dom",
    "rolldown",
    "yaml",
    "ajv",
    "ajv-formats",
    "fflate",
    "@types/node",
  ];
  const tools = Object.keys(devDependencies).filter((name) => !neededToo.includes(name));
  expect(tools).toContain("vitest");
  const installed = tools.filter((name) => packages[`node_modules/${name}`]?.dev !== true);
  expect(installed).toEqual([]);
});

const manifest = z.object({
  ...{
    name: z.string(),
    version: z.string(),
    dependencies: named,
    optionalDependencies: named,
    peerDependencies: named,
  },
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
});

const manifestIn = (folder: string) => manifest.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));

/** The folder that Node would load it from; undefined where it is not installed. */
function installedFor(folder: string, name: string): string | undefined {
  for (let at = folder; at.startsWith(root); at = dirname(at)) {
    const path = join(at, "node_modules", name);
    if (existsSync(join(path, "package.json"))) return path;
  }
  return undefined;
}

function installedFrom(folder: string, found = new Map<string, string>()): Map<string, string> {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifestIn(folder);
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
    const path = installedFor(folder, name);
    if (path === undefined && name in optionalDependencies) continue;
    if (path === undefined) throw new Error(`${name} is not installed for ${folder}`);
    if (found.has(path)) continue;
    found.set(path, `${name}@${manifestIn(path).version}`);
    installedFrom(path, found);
  }
  return found;
}

test("the package's list of what it is made of has every package that it runs with, with its version, and nothing else", async () => {
  const text = await readFile(join(root, "package-lock.json"), "utf8");
  const { metadata, components, dependencies } = sbomOf(JSON.parse(text));
  expect(metadata.component).toMatchObject({ name: "svc", version: manifestIn(root).version });
  const listed = components.map(({ name, version }) => `${name}@${version}`);
  const installed = new Set(installedFrom(root).values());
  expect([...installed].filter((each) => !listed.includes(each))).toEqual([]);
  // Of other platforms, which are not installed here.
  const optional = Object.entries(lockfile.parse(JSON.parse(text)).packages).flatMap(([path, one]) =>
    one.optional === true ? [`${path.split("node_modules/").at(-1)}@${one.version}`] : [],
  );
  expect(listed.filter((each) => !installed.has(each) && !optional.includes(each))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed.filter((each) => /^(?:vitest|typescript|@biomejs|react)/.test(each))).toEqual([]);
  expect(components.filter(({ hashes }) => hashes === undefined)).toEqual([]);
  const refs = new Set(dependencies.map(({ ref }) => ref));
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
});
