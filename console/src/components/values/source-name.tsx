// Where something came from, as people call it.
import { sentenceOf } from "../../format.ts";
import { say } from "../../texts/components.ts";

const names: Readonly<Record<string, string>> = {
  api: say("yourServer"),
  browser: say("browser"),
  operator: say("console"),
  schedule: say("schedule"),
  chain: say("blockchain"),
};

export function sourceNamed(source: string): string {
  return names[source] ?? sentenceOf(source);
}

const namesInSentence: Readonly<Record<string, string>> = {
  api: say("yourServerInSentence"),
  browser: say("theBrowser"),
  operator: say("theConsole"),
  schedule: say("theSchedule"),
  chain: say("theBlockchain"),
};

/** Behind "from". */
export function SourceName({ of }: { readonly of: string }) {
  return <span>{namesInSentence[of] ?? sentenceOf(of)}</span>;
}
