// Text PostgreSQL cannot keep: NUL characters and halves of surrogate pairs. Found before anything is stored, so that one
// strange request never fails the batch it shares with others.

import { isStorableText } from "./facts.ts";

/** The path to the first text (a key or a value) that cannot be stored; undefined when all can be. */
export function findUnstorableText(value: unknown, path = ""): string | undefined {
  if (typeof value === "string") return isStorableText(value) ? undefined : path || "(value)";
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const partPath = path === "" ? key : `${path}.${key}`;
    if (!isStorableText(key)) return `${path || "(object)"} (a key)`;
    const found = findUnstorableText(part, partPath);
    if (found !== undefined) return found;
  }
  return undefined;
}
