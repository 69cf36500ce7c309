// PayPal's webhooks, verified by their certificate: the signature covers the transmission's id and time, our webhook's id and the CRC-32 of
// the exact bytes; the certificate comes from PayPal's own hosts and must lead to a root that Node trusts.
// Written from: https://developer.paypal.com/api/rest/webhooks/rest/.
import { createVerify, X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { payoutOfKey } from "./payout-of-key.ts";
import type { WebhookDelivery, WebhookReading } from "./rail.ts";
import { type RailClient, RailUnreachable } from "./rail-client.ts";

/** The name in the certificate that PayPal signs webhooks with. */
const signerName = "messageverificationcerts.paypal.com";
const certificatesMax = 8;
const certificateBytesMax = 100_000;
const fetchMillisecondsMax = 10_000;
const cachedMax = 20;

const eventSchema = z.object({
  event_type: z.string(),
  resource: z
    .object({
      payout_item: z.object({ sender_item_id: z.string().optional() }).optional(),
      payout_batch_id: z.string().optional(),
      sender_batch_id: z.string().optional(),
      batch_header: z
        .object({
          payout_batch_id: z.string().optional(),
          sender_batch_header: z.object({ sender_batch_id: z.string().optional() }).optional(),
        })
        .optional(),
    })
    .optional(),
});

/** Other roots than Node's, for tests alone. */
export const paypalTrust: { roots: readonly string[]; signerName: string } = { roots: rootCertificates, signerName };

export async function readPaypalWebhook(
  client: RailClient,
  webhookId: string | null,
  { body, headers, nowMilliseconds }: WebhookDelivery,
): Promise<WebhookReading> {
  const refused = (reason: string): WebhookReading => ({ kind: "refused", reason });
  if (webhookId === null) return refused("No webhook_id is set for PayPal.");
  const signed = {
    id: headers["paypal-transmission-id"],
    time: headers["paypal-transmission-time"],
    signature: headers["paypal-transmission-sig"],
    certUrl: headers["paypal-cert-url"],
    algorithm: headers["paypal-auth-algo"],
  };
  const { id, time, signature, certUrl, algorithm } = signed;
  if (id === undefined || time === undefined || signature === undefined || certUrl === undefined) {
    return refused("A header of PayPal's signature is missing.");
  }
  if (algorithm !== "SHA256withRSA") return refused("The signature is not SHA256withRSA.");
  if (!isOfPaypal(certUrl, client.baseUrl)) return refused("The certificate is not from PayPal's host.");
  const chain = certificatesIn(await fetchCertificates(certUrl));
  const leaf = chain[0];
  if (leaf === undefined || !isTrusted(chain, new Date(nowMilliseconds)))
    return refused("The certificate is not trusted.");
  const message = `${id}|${time}|${webhookId}|${crc32(body)}`;
  const isValid = createVerify("RSA-SHA256").update(message).verify(leaf.publicKey, signature, "base64");
  if (!isValid) return refused("The signature does not fit.");
  return aboutOf(body);
}

function aboutOf(body: Buffer): WebhookReading {
  const { data } = eventSchema.safeParse(jsonOf(body));
  const resource = data?.resource;
  if (data === undefined || resource === undefined) return { kind: "unrelated" };
  if (!data.event_type.startsWith("PAYMENT.PAYOUT")) return { kind: "unrelated" };
  const keys = [
    resource.payout_item?.sender_item_id,
    resource.sender_batch_id,
    resource.batch_header?.sender_batch_header?.sender_batch_id,
  ];
  const payoutId = keys.map((key) => payoutOfKey(key)).find((found) => found !== null) ?? null;
  const railId = resource.payout_batch_id ?? resource.batch_header?.payout_batch_id ?? null;
  return payoutId === null && railId === null ? { kind: "unrelated" } : { kind: "about", payoutId, railId };
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}

/** A host of PayPal's over TLS, or the one that the operator set in its place. */
function isOfPaypal(certUrl: string, baseUrl: string): boolean {
  if (!URL.canParse(certUrl)) return false;
  const url = new URL(certUrl);
  if (url.username !== "" || url.password !== "") return false;
  const isReal = url.protocol === "https:" && url.port === "" && /^(?:[a-z0-9-]+\.)*paypal\.com$/.test(url.hostname);
  const base = new URL(baseUrl);
  const isInstead = !/(?:^|\.)paypal\.com$/.test(base.hostname) && url.origin === base.origin;
  return (isReal || isInstead) && url.pathname.includes("/certs/");
}

const fetched = new Map<string, string>();

async function fetchCertificates(url: string): Promise<string> {
  const known = fetched.get(url);
  if (known !== undefined) return known;
  let pem: string;
  try {
    const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(fetchMillisecondsMax) });
    if (!response.ok) throw new Error(String(response.status));
    pem = await response.text();
  } catch (error) {
    throw new RailUnreachable("PayPal's certificate could not be read.", { cause: error });
  }
  if (pem.length > certificateBytesMax) return "";
  if (fetched.size >= cachedMax) fetched.clear();
  fetched.set(url, pem);
  return pem;
}

function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.slice(0, certificatesMax).map((block) => new X509Certificate(block));
  } catch {
    return [];
  }
}

/** Each is issued by the next, the last by a root, all are valid now, and the first is the one for webhooks. */
function isTrusted(chain: readonly X509Certificate[], now: Date): boolean {
  const [leaf] = chain;
  if (leaf === undefined || leaf.checkHost(paypalTrust.signerName) === undefined) return false;
  if (!chain.every((one) => new Date(one.validFrom) <= now && now <= new Date(one.validTo))) return false;
  const isIssued = (one: X509Certificate, by: X509Certificate): boolean =>
    by.ca && one.checkIssued(by) && one.verify(by.publicKey);
  for (const [index, one] of chain.entries()) {
    const next = chain[index + 1];
    if (paypalTrust.roots.some((pem) => isRootOf(pem, one, isIssued))) return true;
    if (next === undefined || !isIssued(one, next)) return false;
  }
  return false;
}

function isRootOf(
  pem: string,
  one: X509Certificate,
  isIssued: (one: X509Certificate, by: X509Certificate) => boolean,
): boolean {
  const root = new X509Certificate(pem);
  return root.fingerprint256 === one.fingerprint256 || isIssued(one, root);
}
