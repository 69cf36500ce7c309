// The style as one text, for pages that are saved as files and must not load anything: it is inline, and a service that sends such a page
// allows exactly this text by its digest.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const asset = (name: string): string => readFileSync(new URL(`../assets/${name}`, import.meta.url), "utf8");

let text: string | undefined;

export function pageStyle(): string {
  text ??= `\n${asset("tokens.css")}${asset("pages.css")}`;
  return text;
}

/** As a Content-Security-Policy names it. */
export function pageStyleSource(): string {
  return `'sha256-${createHash("sha256").update(pageStyle(), "utf8").digest("base64")}'`;
}
