// The names of discount codes: what a buyer types, in any case, and the id a provider has for it.
// A delivery may name either, so a partner's code has a name for each.

/** As a buyer types it: case, and blanks around it, mean nothing. */
export function couponOfCode(code: string): string {
  return `code:${code.trim().normalize("NFKC").toUpperCase()}`;
}

const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

/** Without characters that are not seen: two codes that differ in them alone are the same to a buyer. */
export function visibleCode(code: string): string {
  return code.replaceAll(ignorable, "").trim();
}

/** The same for two codes that look alike: in compatibility form, case-folded and without ignorable characters. */
export function likenessOfCode(code: string): string {
  const compatible = visibleCode(visibleCode(code).normalize("NFKC"));
  return compatible.toLowerCase().toUpperCase().normalize("NFKC");
}

/** A provider's own id of a code, a promotion or a discount. */
export function couponOfProvider(provider: string, id: string): string {
  return `${provider}:${id}`;
}

/** What a discount on a payment may be known by; `source` is who reported it. */
export function couponNamesOf(discounts: readonly string[] | undefined, source: string): string[] {
  return (discounts ?? []).flatMap((discount) => [couponOfProvider(source, discount), couponOfCode(discount)]);
}
