// Where messages may be sent: public addresses by https, unless the operator allows more. An endpoint's URL is untrusted: it must not reach
// hosts behind the same firewall. A name is resolved when a connection is made, and exactly the checked addresses are connected to, so that
// a name that resolves differently the next moment gains nothing.
import { lookup as lookupName } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

export type OutboundPolicy = {
  readonly schemes: readonly ("https" | "http")[];
  /** `any` includes private addresses and this machine: for tests, and for receivers in one's own network. */
  readonly addresses: "public" | "any";
};

const urlCharactersMax = 2048;

const notPublic = new BlockList();
const ranges4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;
for (const [network, bits] of ranges4) notPublic.addSubnet(network, bits, "ipv4");

/** Of IPv6, only what is allocated for the public internet, without addresses that embed others: translated, tunneled, documentation. */
const given6 = new BlockList();
given6.addSubnet("2000::", 3, "ipv6");
const ranges6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;
for (const [network, bits] of ranges6) notPublic.addSubnet(network, bits, "ipv6");

/** Whether an address is on the public internet; false for anything else. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, "ipv4");
    case 6:
      return given6.check(address, "ipv6") && !notPublic.check(address, "ipv6");
    default:
      return false;
  }
}

/** Refused before a connection is made; never the receiver's fault. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

/** In words why messages cannot go there; null where they may. A name is judged when it is connected to. */
export function faultOfUrl(text: string, { schemes, addresses }: OutboundPolicy): string | null {
  if (text.length > urlCharactersMax) return `must have at most ${urlCharactersMax} characters`;
  const url = URL.canParse(text) ? new URL(text) : null;
  const scheme = url?.protocol.slice(0, -1);
  const isKnown = scheme === "https" || scheme === "http";
  if (url === null || !isKnown || !schemes.includes(scheme)) return `must be an address by ${schemes.join(" or ")}`;
  if (url.username !== "" || url.password !== "") return "must hold no name and no password";
  if (url.hash !== "") return "must hold no fragment";
  return faultOfHost(bareHost(url), addresses);
}

/** Of a host of any scheme. A name is judged when it is connected to. */
export function faultOfHost(host: string, addresses: OutboundPolicy["addresses"]): string | null {
  if (addresses === "any") return null;
  if (isIP(host) !== 0 && !isPublicAddress(host)) return "must be a public address";
  if (host === "localhost" || host.endsWith(".localhost")) return "must be a public address";
  return null;
}

export function bareHost({ hostname }: URL): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}

export type Resolve = (hostname: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

const resolveName: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    lookupName(hostname, { all: true }, (error, found) => (error === null ? resolve(found) : reject(error)));
  });

/** For a socket: one address among a name's that is not public refuses them all. */
export function guardedLookup(policy: OutboundPolicy, resolve: Resolve = resolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const wanted = options.family === 4 || options.family === 6 ? options.family : null;
        const usable = found.filter(({ family }) => wanted === null || family === wanted);
        const [first] = usable;
        if (policy.addresses === "public" && found.some(({ address }) => !isPublicAddress(address))) {
          return callback(new AddressRefused(`${hostname} leads to an address that is not public`), "", 0);
        }
        if (first === undefined) return callback(new Error(`${hostname} has no address`), "", 0);
        if (options.all === true) return callback(null, [...usable], 0);
        callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), "", 0),
    );
  };
}
