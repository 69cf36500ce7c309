// Files below the one folder that the operator allows. Each program has a folder of its own there, so that none writes over another's;
// what an owner names below it is a single plain word. A file is written under another name, brought to the disk and then renamed.
import { randomUUID } from "node:crypto";
import { mkdir, open, realpath, rename, rm } from "node:fs/promises";
import { join, sep } from "node:path";
import type { FileWriter } from "./file-writer.ts";

const folderMode = 0o750;
const fileMode = 0o640;

export type FolderPlace = { readonly root: string; readonly programId: number; readonly folder: string | null };

export function folderWriter({ root, programId, folder }: FolderPlace): FileWriter {
  return {
    async write(name, parts) {
      const below = [`program-${programId}`, ...(folder === null ? [] : [folder])];
      const own = join(root, ...below);
      await mkdir(own, { recursive: true, mode: folderMode });
      await requireBelow(root, own);
      const path = join(own, name);
      const unfinished = join(own, `.${name}.${randomUUID()}.part`);
      try {
        const file = await open(unfinished, "wx", fileMode);
        try {
          for await (const part of parts) await file.writeFile(part);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await syncFolder(own);
      return [...below, name].join("/");
    },
  };
}

/** A symbolic link must not lead out of it. */
async function requireBelow(root: string, own: string): Promise<void> {
  const [whole, part] = await Promise.all([realpath(root), realpath(own)]);
  if (!part.startsWith(`${whole}${sep}`))
    throw new Error("The folder leads out of the one that exports are written to.");
}

/** So that a crash does not lose the name. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
