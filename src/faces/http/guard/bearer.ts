// The program key out of an Authorization header, strictly: one scheme, one token, nothing else.
const pattern = /^bearer +([\x21-\x7e]{1,255})$/i;

/** Undefined when the header is missing or malformed. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : pattern.exec(authorization)?.[1];
}
