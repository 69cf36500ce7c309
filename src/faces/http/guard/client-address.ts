// Who a request without a key is counted as. An IPv6 site has a whole /64 to call from, so it counts as one address.
import type { Request } from "express";

const ipv4Mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const groupsOfNetwork = 4;
const groupsOfAddress = 8;

/** Believes X-Forwarded-For only as far as TRUST_PROXY_HOPS says. */
export function clientAddress(request: Request): string {
  // Express reads the header, and compares addresses, even without one.
  const isDirect = request.headers["x-forwarded-for"] === undefined;
  return countedAddress((isDirect ? request.socket.remoteAddress : request.ip) ?? "unknown");
}

export function countedAddress(address: string): string {
  const ipv4 = ipv4Mapped.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const leading = head === "" ? [] : head.split(":");
  const trailing = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, groupsOfAddress - leading.length - trailing.length) }, () => "0");
  return [...leading, ...zeros, ...trailing].slice(0, groupsOfNetwork).join(":").toLowerCase();
}
