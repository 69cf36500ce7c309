// Where something came from, as people call it.
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

const namesInSentence: Readonly<Record<string, string>> = {
  api: "your server",
  browser: "the browser",
  operator: "the console",
  schedule: "the schedule",
  chain: "the blockchain",
};

/** Behind "from". */
export function Teller({ of }: { readonly of: string }) {
  return <span>{namesInSentence[of] ?? sentenceOf(of)}</span>;
}
