// DATABASE_URL: one host, or several of which one takes writes, as libpq writes them (postgres://user:password@a:5432,b:5432/name).
// pg understands one host only; this file takes the address apart and answers one for each host.
// It connects to nothing; host-choice.ts finds out which host takes writes.

export type Host = {
  /** For people: name and port. */
  readonly name: string;
  /** The address with this host alone. */
  readonly url: string;
};

export type DatabaseAddress = {
  readonly hosts: readonly [Host, ...Host[]];
  /** Whether a host has to show that it takes writes before it is used. */
  readonly mustTakeWrites: boolean;
  readonly user: string;
  readonly database: string;
  /** For people; without a password. */
  readonly location: string;
};

const portDefault = "5432";
const hostsMax = 16;

const addressPattern = /^(postgres(?:ql)?:)\/\/((?:[^@/?]*@)?)([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
/** A name, an IPv4 address, or an IPv6 address in brackets. */
const hostPattern = /^([^\s:,[\]]+|\[[\da-fA-F:.]+\])(?::(\d{1,5}))?$/;

const attributesForWrites = ["read-write", "primary"];

/** Throws in words that a fault of the configuration can be reported in; they never hold the address, which has a password. */
export function readAddress(url: string): DatabaseAddress {
  const [, protocol, login, hostList, path = "", query = ""] = addressPattern.exec(url) ?? [];
  if (protocol === undefined || login === undefined || hostList === undefined) {
    throw new Error("must look like postgres://user@host/database");
  }
  const parameters = new URLSearchParams(query);
  const attributes = parameters.get("target_session_attrs");
  const isList = hostList.includes(",");
  requireKnownAttributes(attributes, isList);
  parameters.delete("target_session_attrs");

  const rest = parameters.size === 0 ? "" : `?${parameters}`;
  const urlWith = (host: string): string => `${protocol}//${login}${host}${path}${rest}`;
  const [first, ...others] = isList ? hostsOf(hostList, urlWith) : [oneHost(url, hostList, urlWith, attributes)];
  if (first === undefined || others.length >= hostsMax) throw new Error(`must name 1 to ${hostsMax} hosts`);
  const parsed = URL.parse(first.url);
  if (parsed === null) throw new Error("must look like postgres://user@host/database");
  const names = [first, ...others].map((host) => host.name || "local socket").join(",");
  return {
    hosts: [first, ...others],
    mustTakeWrites: isList || attributesForWrites.includes(attributes ?? ""),
    user: parsed.username,
    database: parsed.pathname.slice(1),
    location: `${names}${parsed.pathname}`,
  };
}

/** The same login and database on another host, which is the only one. */
export function addressAt(url: string, { host, port }: { readonly host: string; readonly port: number }): string {
  const [first] = readAddress(url).hosts;
  const address = new URL(first.url);
  address.host = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  // It would count before the address.
  for (const name of ["host", "port"]) address.searchParams.delete(name);
  return address.href;
}

/** For people, also where the address leaves the port out. */
export function hostAndPort({ name }: Host): string {
  return name === "" || /:\d+$/.test(name) ? name || "its local socket" : `${name}:${portDefault}`;
}

function requireKnownAttributes(attributes: string | null, isList: boolean): void {
  if (attributes === null || attributesForWrites.includes(attributes)) return;
  if (attributes === "any" && !isList) return;
  throw new Error("must have target_session_attrs=read-write, which is what several hosts mean here");
}

/** As it was written, where nothing of it is ours to understand: it may be a socket, or have its host in the query. */
function oneHost(url: string, text: string, urlWith: (host: string) => string, attributes: string | null): Host {
  return { name: URL.parse(url)?.host ?? text, url: attributes === null ? url : urlWith(text) };
}

function hostsOf(list: string, urlWith: (host: string) => string): Host[] {
  return list.split(",").map((text) => {
    const [, host, port = portDefault] = hostPattern.exec(text) ?? [];
    if (host === undefined) throw new Error("must name its hosts as host:port, separated by commas");
    const name = `${host}:${port}`;
    return { name, url: urlWith(name) };
  });
}
