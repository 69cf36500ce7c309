// Whether one looks at what is live or at tests: in the address, as `mode=test`, kept from page to page.
import { useSearch } from "@tanstack/react-router";

export type Mode = "live" | "test";

/** The name in the address. */
export const modeName = "mode";

export function useMode(): Mode {
  const search = useSearch({ strict: false });
  return search[modeName] === "test" ? "test" : "live";
}
