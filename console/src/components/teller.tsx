// Who told of something, as people call it.
import { sentenceOf } from "../format.ts";

const names: Readonly<Record<string, string>> = {
  api: "Your server",
  browser: "Browser",
  operator: "Console",
  schedule: "Schedule",
  chain: "Blockchain",
};

export function tellerNamed(source: string): string {
  return names[source] ?? sentenceOf(source);
}

/** In a sentence. */
export function Teller({ of }: { readonly of: string }) {
  const name = names[of]?.toLowerCase() ?? sentenceOf(of);
  return <span>{name}</span>;
}
