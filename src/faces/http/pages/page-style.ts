// The look as one text, for pages that are kept as files and must need nothing from anywhere: it stands in the page itself, and a service
// that sends such a page allows this text by its digest and no other.
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
