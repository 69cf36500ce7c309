// The parameters by which advertising networks mark a visit that an ad brought. Those that networks put on every link, as Facebook's
// `fbclid`, say nothing about an ad and are not among them.
export const adParameters = [
  "gclid",
  "gbraid",
  "wbraid",
  "dclid",
  "msclkid",
  "yclid",
  "ttclid",
  "twclid",
  "li_fat_id",
  "rdt_cid",
  "sccid",
] as const;
export type AdParameter = (typeof adParameters)[number];

const known: ReadonlyMap<string, AdParameter> = new Map(adParameters.map((name) => [name, name]));

/** The first of them in this address; regardless of case, as networks write them. */
export function adParameterIn(url: URL | null): AdParameter | undefined {
  for (const name of url?.searchParams.keys() ?? []) {
    const found = known.get(name.toLowerCase());
    if (found !== undefined) return found;
  }
  return undefined;
}
