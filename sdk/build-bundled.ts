// What is in the package of other packages, since it has no dependencies: openapi-fetch is bundled into the management client, and its
// declarations and its licence are copied beside it. Only the entries, in the folder's root, may import its types.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const packages = ["openapi-fetch", "openapi-typescript-helpers"] as const;
const importOfTypes = new RegExp(`\\bfrom (["'])(${packages.join("|")})\\1`, "g");

/** `source` is of a declaration in the folder's root. */
export function importBundled(source: string, extension: "js" | "cjs"): string {
  return source.replace(importOfTypes, `from "./bundled/$2.${extension}"`);
}

export async function copyBundled(outDir: string): Promise<void> {
  const folder = join(outDir, "bundled");
  await mkdir(folder, { recursive: true });
  const { resolve } = createRequire(import.meta.url);
  const source = dirname(dirname(resolve("openapi-fetch")));
  const helpers = dirname(dirname(createRequire(join(source, "package.json")).resolve("openapi-typescript-helpers")));
  for (const [name, from] of [
    [packages[0], source],
    [packages[1], helpers],
  ] as const) {
    for (const extension of ["js", "cjs"] as const) {
      const declared = await readFile(join(from, `dist/index.d.${extension === "js" ? "mts" : "cts"}`), "utf8");
      const own = declared.replace(importOfTypes, `from "./$2.${extension}"`);
      await writeFile(join(folder, `${name}.d.${extension === "js" ? "ts" : "cts"}`), own);
    }
    await writeFile(join(folder, `${name}-LICENSE`), await readFile(join(from, "LICENSE")));
  }
}
