// What a link to a partner's page carries: whose page it is, when it was made and until when it opens, signed.
// Nothing of it is secret and nothing of it can be changed; a token that is forged, broken or over is simply no token.
import { z } from "zod";
import type { Secrets } from "../../access/secrets/secrets.ts";

/** Times in milliseconds. */
export type PartnerToken = {
  readonly programId: number;
  readonly partnerId: number;
  readonly madeAt: number;
  readonly expiresAt: number;
};

const id = z.int().positive();
const tokenSchema = z.tuple([id, id, id, id]);
/** Of another kind of link, the same text means something else. */
const kind = "partner";

export function writePartnerToken(secrets: Pick<Secrets, "signLink">, token: PartnerToken): string {
  const text = [token.programId, token.partnerId, token.madeAt, token.expiresAt].join("-");
  return `${text}-${secrets.signLink(`${kind}:${text}`)}`;
}

export function readPartnerToken(
  secrets: Pick<Secrets, "isLinkSigned">,
  given: string,
  now: number,
): PartnerToken | undefined {
  const [, text, signature] = /^(\d{1,16}-\d{1,16}-\d{1,16}-\d{1,16})-([\w-]{43})$/.exec(given) ?? [];
  if (text === undefined || signature === undefined) return undefined;
  if (!secrets.isLinkSigned(`${kind}:${text}`, signature)) return undefined;
  const numbers = tokenSchema.safeParse(text.split("-").map(Number));
  if (!numbers.success) return undefined;
  const [programId, partnerId, madeAt, expiresAt] = numbers.data;
  return now < expiresAt ? { programId, partnerId, madeAt, expiresAt } : undefined;
}
