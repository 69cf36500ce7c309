// What is in the tarball, and what is not: checked by the tools its users would check it with, and by reading it.
import { readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { rolldown } from "rolldown";
import { afterAll, describe, expect, test } from "vitest";
import { gzippedBytes, gzippedBytesMax } from "../../../sdk/build.ts";
import { createProject, packSdk, readInstalled, run } from "../../support/sdk-package.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const packed = await packSdk();
const project = await createProject(packed);
const installed = join(project.folder, "node_modules/@svc/sdk");
afterAll(async () => {
  await project.remove();
});

const scripts = packed.files.filter((path) => /\.c?js$/.test(path));
const libraries = scripts.filter((path) => path !== "dist/svc-tracker.js");
const inRepository = (path: string) => readFile(join(repository, path), "utf8");

describe("the package", () => {
  test("is faultless to publint", async () => {
    const bytes = await readFile(packed.tarball);
    const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const { messages } = await publint({ pack: { tarball }, strict: true });
    expect(messages).toEqual([]);
  });

  test("gives every kind of TypeScript the types of what runs, says attw", async () => {
    const attw = join(repository, "node_modules/@arethetypeswrong/cli/dist/index.js");
    const { code, stdout } = await run(process.execPath, [attw, packed.tarball, "--no-color"], project.folder);
    expect(stdout).toContain("No problems found");
    expect(code).toBe(0);
  });

  test("has no dependencies, and react only for those who have it", async () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
      await readInstalled(project, "package.json"),
    );
    expect(dependencies).toBeUndefined();
    expect(Object.keys(peerDependencies)).toEqual(["react"]);
    expect(peerDependenciesMeta).toEqual({ react: { optional: true } });
  });

  test("holds the licence of what is bundled into it", () => {
    const licences = packed.files.filter((path) => path.endsWith("-LICENSE"));
    expect(licences.sort()).toEqual([
      "dist/bundled/openapi-fetch-LICENSE",
      "dist/bundled/openapi-typescript-helpers-LICENSE",
    ]);
  });

  test("holds what was built, its words and its licence, and no sources", async () => {
    const others = packed.files.filter((path) => !path.startsWith("dist/"));
    expect(others.sort()).toEqual(["CHANGELOG.md", "LICENSE", "README.md", "package.json"]);
    expect(await readInstalled(project, "LICENSE")).toBe(await inRepository("LICENSE"));
    expect(await readInstalled(project, "CHANGELOG.md")).toContain("# Changelog of @svc/sdk\n");
  });
});

describe("its scripts", () => {
  test("import nothing but each other and react", async () => {
    for (const path of libraries) {
      const code = await readInstalled(project, path);
      const imported = [...code.matchAll(/(?:\bfrom |\bimport |\brequire\()"([^"]+)"/g)].map(([, name]) => name ?? "");
      const strange = imported.filter((name) => !/^(\.|react$|react\/jsx-runtime$)/.test(name));
      expect(strange, path).toEqual([]);
      expect(
        imported.filter((name) => builtinModules.includes(name.replace(/^node:/, ""))),
        path,
      ).toEqual([]);
    }
    expect(await readInstalled(project, "dist/react.js")).toContain('from "react"');
  });

  test("that are a React client say so first, and no other does", async () => {
    for (const path of libraries) {
      const saysSo = (await readInstalled(project, path)).startsWith('"use client";');
      expect(saysSo, path).toBe(/react\.c?js$/.test(path));
    }
  });

  test("leave nothing in a bundle that does not use them", async () => {
    const imports = [
      "loadSvc } from '@svc/sdk'",
      "Svc } from '@svc/sdk/server'",
      "everyRow } from '@svc/sdk/management'",
    ];
    const unused = `${imports.map((each) => `import { ${each};`).join("\n")}\nexport const one = 1;`;
    expect(await bundled(unused)).toMatch(/^(\/\/.*\n)*const one = 1;\n(\/\/.*\n)*export \{ one \};$/);
    const browserOnly = await bundled('export { loadSvc } from "@svc/sdk";');
    expect(browserOnly).toContain("svc-tracker.js");
    expect(browserOnly).not.toContain("/api/v1/track/sale");
  });

  test("have maps that hold their sources", async () => {
    const mapped = libraries.filter((path) => packed.files.includes(`${path}.map`));
    expect(mapped).toEqual(expect.arrayContaining(["dist/server.js", "dist/management.cjs", "dist/react.js"]));
    for (const path of mapped) {
      const { sources, sourcesContent } = JSON.parse(await readInstalled(project, `${path}.map`));
      expect(sources.length).toBeGreaterThan(0);
      for (const [index, text] of sourcesContent.entries()) {
        const isOurs = !sources[index].includes("/node_modules/openapi-fetch/");
        expect(text, sources[index]).toMatch(isOurs ? /^(\/\/|"use)/ : /./);
      }
      expect(await readInstalled(project, path)).toContain(`sourceMappingURL=${path.split("/").at(-1)}.map`);
    }
  });

  test("are as small as they have to be", async () => {
    const entries = scripts.filter((path) => /^dist\/[\w-]+\.js$/.test(path)).map((path) => path.slice("dist/".length));
    expect(entries.sort()).toEqual(Object.keys(gzippedBytesMax).sort());
    for (const [name, bytesMax] of Object.entries(gzippedBytesMax)) {
      expect(await gzippedBytes(join(installed, "dist"), name), name).toBeLessThanOrEqual(bytesMax);
    }
  });
});

test("the tracker in it is the one the service serves", async () => {
  const served = await inRepository("src/faces/http/assets/svc-tracker.js");
  const isServed = (await readInstalled(project, "dist/svc-tracker.js")) === served;
  expect(isServed, "the served one is out of date: npm run build --workspace @svc/sdk").toBe(true);
});

/** What a bundler makes of a page's module in the project. */
async function bundled(entry: string): Promise<string> {
  const id = join(project.folder, "entry.js");
  const bundle = await rolldown({
    input: id,
    cwd: project.folder,
    platform: "browser",
    plugins: [
      { name: "entry", load: (path) => (path === id ? entry : null), resolveId: (path) => (path === id ? id : null) },
    ],
  });
  try {
    const { output } = await bundle.generate({ format: "es" });
    return output[0].code.trim();
  } finally {
    await bundle.close();
  }
}
