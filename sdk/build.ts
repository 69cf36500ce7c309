// Builds @svc/sdk into sdk/dist, and the tracker also to where the service serves it from, so that the service itself needs no
// build. The same sources give the same bytes. A file over its limit fails the build: every visitor of every brand loads them.
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
// biome-ignore lint/correctness/noUndeclaredDependencies: a tool of the repository, whose version its root names once.
import { rolldown } from "rolldown";
import { copyBundled } from "./build-bundled.ts";
import { buildTracker } from "./build-tracker.ts";
import { buildTypes } from "./build-types.ts";
import { writeManagementSchema } from "./management-schema.ts";

const sources = fileURLToPath(new URL("src/", import.meta.url));
const servedTracker = fileURLToPath(new URL("../src/faces/http/assets/svc-tracker.js", import.meta.url));

/** Entries that share code are built together: the page has one instance of the tracker, whichever entry asks for it. */
const bundles = [
  { name: "browser", entries: { index: "index.ts", react: "react.tsx" }, target: "es2020", platform: "browser" },
  // What Node 18 reads.
  { name: "server", entries: { server: "server.ts" }, target: "es2022", platform: "neutral" },
  // Holds openapi-fetch: the package has no dependencies.
  { name: "management", entries: { management: "management.ts" }, target: "es2022", platform: "neutral" },
] as const;

const formats = [
  { format: "es", extension: "js" },
  { format: "cjs", extension: "cjs" },
] as const;

/** Of each published script with all it imports of the package; only the tracker is minified. */
export const gzippedBytesMax: Readonly<Record<string, number>> = {
  "svc-tracker.js": 6144,
  "index.js": 2048,
  "react.js": 2560,
  "server.js": 6144,
  "management.js": 5120,
};

export async function buildPackage(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  for (const bundle of bundles) await buildEntries(outDir, bundle);
  const entries = bundles.flatMap((bundle) => Object.keys(bundle.entries));
  await writeManagementSchema();
  await buildTypes(outDir, entries);
  await copyBundled(outDir);
  await writeFile(join(outDir, "svc-tracker.js"), await buildTracker());
  await checkSizes(outDir);
}

async function buildEntries(
  outDir: string,
  { name, entries, target, platform }: (typeof bundles)[number],
): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([entry, file]) => [entry, join(sources, file)])),
    platform,
    tsconfig: false,
    external: /^react($|\/)/,
    transform: { target, jsx: { runtime: "automatic", development: false } },
    // "use client" is kept where it stands at the head of an entry, and nowhere else; the package's tests look.
    checks: { moduleLevelDirective: false },
    onLog: failOnWarnings,
  });
  try {
    for (const { format, extension } of formats) {
      await bundle.write({
        dir: outDir,
        format,
        exports: "named",
        entryFileNames: `[name].${extension}`,
        chunkFileNames: `shared/${name}.${extension}`,
        minifyInternalExports: false,
        sourcemap: true,
      });
    }
  } finally {
    await bundle.close();
  }
}

function failOnWarnings(level: string, { message }: { readonly message: string }): void {
  if (level === "warn") throw new Error(message);
}

async function checkSizes(outDir: string): Promise<void> {
  for (const [name, bytesMax] of Object.entries(gzippedBytesMax)) {
    const bytes = await gzippedBytes(outDir, name);
    if (bytes > bytesMax) throw new Error(`${name} has ${bytes} bytes gzipped; at most ${bytesMax} are allowed.`);
  }
}

export async function gzippedBytes(outDir: string, name: string): Promise<number> {
  const files = new Set([join(outDir, name)]);
  const code: string[] = [];
  for (const file of files) {
    const text = await readFile(file, "utf8");
    code.push(text);
    for (const [, path = ""] of text.matchAll(/(?:\bfrom |\bimport )"(\.[^"]+)"/g))
      files.add(join(dirname(file), path));
  }
  return gzipSync(code.join("")).length;
}

if (import.meta.main) {
  const dist = fileURLToPath(new URL("dist", import.meta.url));
  // Built beside and put in place whole: nobody sees half a package.
  const built = await mkdtemp(`${dist}-`);
  await buildPackage(built);
  await rm(dist, { recursive: true, force: true });
  await rename(built, dist);
  await mkdir(dirname(servedTracker), { recursive: true });
  await writeFile(servedTracker, await readFile(join(dist, "svc-tracker.js")));
}
