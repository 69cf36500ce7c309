// How much importing the service does at once, as variables of the environment.
import type { z } from "zod";
import { limit } from "./values.ts";

export const importSettings = {
  IMPORTS_AT_ONCE_MAX: limit(
    10,
    [1, 1000],
    "Most imports one process reads at once, each with a thread and a connection of its own; further ones are answered 503.",
  ),
  IMPORTS_PER_ACCOUNT_MAX: limit(
    2,
    [1, 1000],
    "Most imports of one account at once, dry runs included; further ones are answered 409.",
  ),
  IMPORT_FAULTY_LINES_MAX: limit(
    10_000,
    [1, 10_000_000],
    "Most faulty lines of one import; it stops and is refused with the first line beyond.",
  ),
};

type Given = z.output<z.ZodObject<typeof importSettings>>;

export function importFigures(given: Given) {
  return {
    imports: {
      atOnceMax: given.IMPORTS_AT_ONCE_MAX,
      perAccountMax: given.IMPORTS_PER_ACCOUNT_MAX,
      faultyLinesMax: given.IMPORT_FAULTY_LINES_MAX,
    },
  };
}
