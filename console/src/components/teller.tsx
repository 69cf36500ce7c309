// Who told of something, as people call it.
import { sentenceOf } from "../format.ts";

const names: Readonly<Record<string, string>> = {
  api: "your server",
  browser: "the browser",
  operator: "the console",
  schedule: "the schedule",
  chain: "the blockchain",
};

export function tellerNamed(source: string): string {
  return names[source] ?? sentenceOf(source);
}

export function Teller({ of }: { readonly of: string }) {
  return <span>{tellerNamed(of)}</span>;
}
