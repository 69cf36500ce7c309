// First-party cookies on the broadest domain the browser accepts, so that www and app share them.
// Whether the browser kept a cookie is known by reading it back; nothing here throws when it did not.
export type Cookies = {
  read(name: string): string | null;
  /** False when the browser keeps none. */
  write(name: string, value: string, maxAgeSeconds: number): boolean;
  remove(name: string): void;
};

export function openCookies(): Cookies {
  const domains = domainsOf(location.hostname);

  function read(name: string): string | null {
    try {
      const pair = document.cookie.split("; ").find((text) => text.startsWith(`${name}=`));
      return pair === undefined ? null : decodeURIComponent(pair.slice(name.length + 1)) || null;
    } catch {
      return null;
    }
  }

  /** Everywhere it may be: a cookie of a narrower domain would hide the one that is shared. */
  function remove(name: string): void {
    for (const domain of domains) put(name, "", 0, domain);
  }

  return {
    read,
    remove,
    write(name, value, maxAgeSeconds) {
      remove(name);
      return domains.some((domain) => {
        put(name, value, maxAgeSeconds, domain);
        return read(name) === value;
      });
    },
  };
}

function put(name: string, value: string, maxAgeSeconds: number, domain: string): void {
  const attributes = [
    `${name}=${encodeURIComponent(value)}`,
    "Path=/",
    `Max-Age=${maxAgeSeconds}`,
    "SameSite=Lax",
    ...(domain === "" ? [] : [`Domain=${domain}`]),
    ...(location.protocol === "https:" ? ["Secure"] : []),
  ];
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers of the last five years
    document.cookie = attributes.join("; ");
  } catch {
    // A sandboxed frame has no cookies.
  }
}

/** From the broadest to the host itself, which is written as "". An address or a bare name has no broader one. */
function domainsOf(hostname: string): string[] {
  const labels = hostname.split(".");
  if (hostname.includes(":") || /^[\d.]+$/.test(hostname)) return [""];
  const parents = labels.slice(1).map((_, index) => labels.slice(-2 - index).join("."));
  return [...parents, ""];
}
