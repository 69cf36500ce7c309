// Which pages are ours: those whose origin is the service's public address.
// A service on this machine alone is opened by any of the machine's own names; every other by the one that is configured.
const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

export function ownOrigins(baseUrl: string): ReadonlySet<string> {
  const { protocol, hostname, port, origin } = new URL(baseUrl);
  if (!loopbackNames.includes(hostname)) return new Set([origin]);
  return new Set(loopbackNames.map((name) => `${protocol}//${name}${port === "" ? "" : `:${port}`}`));
}
