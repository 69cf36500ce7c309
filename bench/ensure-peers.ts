// What only the bench needs (the peers, and what draws charts) is a package of its own, installed when it is first needed and
// again when its lock file has changed since.
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Throws when it cannot be installed. */
export function ensurePeers(): void {
  // npm writes this file last.
  const installedAt = changedAt(new URL("node_modules/.package-lock.json", import.meta.url));
  if (installedAt !== null && installedAt >= (changedAt(new URL("package-lock.json", import.meta.url)) ?? 0)) return;
  console.log("installing what the bench is run against: npm ci, in bench/");
  execFileSync("npm", ["ci", "--prefix", folder], { stdio: "inherit", shell: process.platform === "win32" });
}

function changedAt(file: URL): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
