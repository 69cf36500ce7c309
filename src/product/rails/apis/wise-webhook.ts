// Wise's webhooks, signed by RSA with SHA-256 over the exact bytes of the body. Wise publishes one public key for each environment.
// Written from: https://docs.wise.com/guides/developer/webhooks/event-handling (signature, keys, fields) and
// https://docs.wise.com/api-reference/webhook-event/eventtransfersstatechange.
import { createPublicKey, createVerify, type KeyObject } from "node:crypto";
import { z } from "zod";
import type { WebhookDelivery, WebhookReading } from "./rail.ts";

const publishedKeys = {
  live: `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvO8vXV+JksBzZAY6GhSO
XdoTCfhXaaiZ+qAbtaDBiu2AGkGVpmEygFmWP4Li9m5+Ni85BhVvZOodM9epgW3F
bA5Q1SexvAF1PPjX4JpMstak/QhAgl1qMSqEevL8cmUeTgcMuVWCJmlge9h7B1CS
D4rtlimGZozG39rUBDg6Qt2K+P4wBfLblL0k4C4YUdLnpGYEDIth+i8XsRpFlogx
CAFyH9+knYsDbR43UJ9shtc42Ybd40Afihj8KnYKXzchyQ42aC8aZ/h5hyZ28yVy
Oj3Vos0VdBIs/gAyJ/4yyQFCXYte64I7ssrlbGRaco4nKF3HmaNhxwyKyJafz19e
HwIDAQAB
-----END PUBLIC KEY-----`,
  sandbox: `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwpb91cEYuyJNQepZAVfP
ZIlPZfNUefH+n6w9SW3fykqKu938cR7WadQv87oF2VuT+fDt7kqeRziTmPSUhqPU
ys/V2Q1rlfJuXbE+Gga37t7zwd0egQ+KyOEHQOpcTwKmtZ81ieGHynAQzsn1We3j
wt760MsCPJ7GMT141ByQM+yW1Bx+4SG3IGjXWyqOWrcXsxAvIXkpUD/jK/L958Cg
nZEgz0BSEh0QxYLITnW1lLokSx/dTianWPFEhMC9BgijempgNXHNfcVirg1lPSyg
z7KqoKUN0oHqWLr2U1A+7kqrl6O2nx3CKs1bj1hToT1+p4kcMoHXA7kA+VBLUpEs
VwIDAQAB
-----END PUBLIC KEY-----`,
};

/** Other keys than Wise's own, for tests alone. */
export const wiseTrust: { live: string; sandbox: string } = { ...publishedKeys };

const idText = z.union([z.int(), z.string()]).transform(String);

const eventSchema = z.object({
  event_type: z.string(),
  data: z.object({
    resource: z.object({ id: idText, profile_id: idText.optional() }).optional(),
    transfer_id: idText.optional(),
  }),
});

type Expected = { readonly profileId: string; readonly publicKey: string | null };

export function readWiseWebhook(
  { profileId, publicKey }: Expected,
  { body, headers, isSandbox }: WebhookDelivery,
): WebhookReading {
  const refused = (reason: string): WebhookReading => ({ kind: "refused", reason });
  const signature = headers["x-signature-sha256"];
  if (signature === undefined) return refused("The header X-Signature-SHA256 is missing.");
  const key = keyOf(publicKey ?? (isSandbox ? wiseTrust.sandbox : wiseTrust.live));
  if (key === null) return refused("The public key that is set for Wise cannot be read.");
  const isValid = createVerify("RSA-SHA256").update(body).verify(key, signature, "base64");
  if (!isValid) return refused("The signature does not fit.");
  const { data: event } = eventSchema.safeParse(jsonOf(body));
  if (event === undefined || !event.event_type.startsWith("transfers#")) return { kind: "unrelated" };
  const { resource, transfer_id } = event.data;
  if (resource?.profile_id !== undefined && resource.profile_id !== profileId) return { kind: "unrelated" };
  const railId = resource?.id ?? transfer_id ?? null;
  return railId === null ? { kind: "unrelated" } : { kind: "about", payoutId: null, railId };
}

function keyOf(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === "rsa" ? key : null;
  } catch {
    return null;
  }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}
