// Which site passkeys belong to: the domain and origin of the service's public address. Browsers have none for IP addresses, and none without
// https, except on this machine.
import { isIP } from "node:net";
import { ownOrigins } from "../own-origins.ts";

export type PasskeySite = {
  /** What a passkey is bound to: the domain. */
  readonly domain: string;
  /** Of the pages that may use one. */
  readonly origin: string;
};

const localName = "localhost";

/** Undefined where browsers offer no passkeys. On this machine they have the name `localhost`, whichever of its names is configured. */
export function passkeySiteOf(baseUrl: string): PasskeySite | undefined {
  const { protocol, hostname, origin } = new URL(baseUrl);
  const local = [...ownOrigins(baseUrl)].find((own) => new URL(own).hostname === localName);
  if (local !== undefined) return { domain: localName, origin: local };
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  return isAddress || protocol !== "https:" ? undefined : { domain: hostname, origin };
}

export const noPasskeysHere =
  "Passkeys need a public address (SVC_BASE_URL) with https and a domain name: this one is an IP address or has no https.";
