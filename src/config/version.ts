// The version, from the package.json next to the code, in a checkout and in an installed package alike.
import { readFileSync } from "node:fs";

export function readVersion(): string {
  const read: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  if (typeof read === "object" && read !== null && "version" in read) return String(read.version);
  throw new Error("package.json names no version.");
}
