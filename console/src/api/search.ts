// Query strings hold plain text, `?status=refunded`, as in the API, not JSON.
export type Search = { readonly [name: string]: string | undefined };

export function readSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text));
}

export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const set = Object.entries(search).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  return set.length === 0 ? "" : `?${new URLSearchParams(set)}`;
}
