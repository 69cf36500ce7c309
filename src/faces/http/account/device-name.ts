// What a person recognizes a session by: the browser and the system that its User-Agent header names.
import Bowser from "bowser";
import { commandLineAgent } from "../../../core/vocabulary/access/device-client.ts";

const charactersMax = 60;
/** A caller chooses the header: the library's patterns read this much of it. */
const readCharactersMax = 512;

/** `Firefox on Windows`; the header itself, cut to 60 characters, where it names neither browser nor system. */
export function deviceName(userAgent: string | null | undefined): string {
  const header = (userAgent ?? "").slice(0, readCharactersMax).trim();
  if (header === "") return "Unknown device";
  if (header === commandLineAgent) return "Command line";
  const { browser, os } = Bowser.parse(header);
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== "");
  return names.length === 0 ? header.slice(0, charactersMax) : names.join(" on ");
}
