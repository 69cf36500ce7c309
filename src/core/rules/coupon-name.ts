// The names of discount codes: what a buyer types, in whatever case, and the id a provider has for it.
// A delivery may name either, so a partner's code has a name for each.

/** As a buyer types it: case, and blanks around it, mean nothing. */
export function couponOfCode(code: string): string {
  return `code:${code.trim().normalize("NFKC").toUpperCase()}`;
}

/** A provider's own id of a code, a promotion or a discount. */
export function couponOfProvider(provider: string, id: string): string {
  return `${provider}:${id}`;
}

/** What a discount on a payment may be known by; `source` is who reported it. */
export function couponNamesOf(discounts: readonly string[] | undefined, source: string): string[] {
  return (discounts ?? []).flatMap((discount) => [couponOfProvider(source, discount), couponOfCode(discount)]);
}
