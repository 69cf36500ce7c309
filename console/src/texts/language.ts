// The language that the console is read in. English is in the bundle; another is loaded before anything is said, if the reader's browser
// asks for it before English.
import type { Translation } from "./message.ts";

type Load = () => Promise<Translation>;

/** One line for each other language: `de: () => import("./de/all.ts").then(({ all }) => all)`. */
const languages: ReadonlyMap<string, Load> = new Map<string, Load>();

/** The first of `asked` that there is: `de` for `de-AT`. */
export function languageOf(asked: readonly string[], known: readonly string[]): string {
  const codes = asked.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return codes.find((code) => code === "en" || known.includes(code)) ?? "en";
}

export const locale = languageOf(globalThis.navigator?.languages ?? [], [...languages.keys()]);
export const translation: Translation = (await languages.get(locale)?.()) ?? {};
