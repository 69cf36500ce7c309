// The declarations of the published entries, for ES modules (.d.ts) and CommonJS (.d.cts).
// The compiler keeps the sources' `.ts` in the imports of what it declares, which not every TypeScript and no editor resolves
// outside: they become the names of the published files. Files no entry leads to are left out.
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { importBundled } from "./build-bundled.ts";

const project = fileURLToPath(new URL("tsconfig.build.json", import.meta.url));
const relativeImport = /(?<=\bfrom |\bimport\()"(\.{1,2}\/[^"]+)\.tsx?"/g;

export async function buildTypes(outDir: string, entries: readonly string[]): Promise<void> {
  const declared = await mkdtemp(join(tmpdir(), "svc-sdk-types-"));
  try {
    compile(declared);
    for (const path of await reachable(declared, entries)) {
      const source = await readFile(join(declared, `${path}.d.ts`), "utf8");
      const target = join(outDir, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(`${target}.d.ts`, importBundled(source.replace(relativeImport, '"$1.js"'), "js"));
      await writeFile(`${target}.d.cts`, importBundled(source.replace(relativeImport, '"$1.cjs"'), "cjs"));
    }
  } finally {
    await rm(declared, { recursive: true });
  }
}

function compile(outDir: string): void {
  const packageFile = createRequire(import.meta.url).resolve("typescript/package.json");
  const tsc = join(dirname(packageFile), "bin/tsc");
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", project, "--outDir", outDir], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The declarations were not built:\n${stdout}${stderr}`);
}

/** Without extensions, relative to the folder. */
async function reachable(folder: string, entries: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set(entries);
  for (const path of found) {
    const source = await readFile(join(folder, `${path}.d.ts`), "utf8");
    for (const [, imported = ""] of source.matchAll(relativeImport)) found.add(join(dirname(path), imported));
  }
  return found;
}
