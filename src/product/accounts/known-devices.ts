// Browsers that have signed in to an account before, or confirmed its mailbox: each carries a signed cookie. Strangers who try passwords on
// an account make other browsers wait, but never such a browser: it has a count of its own. The cookie opens nothing: the password is still
// required.
import { randomUUID } from "node:crypto";
import type { Secrets } from "../../access/secrets/secrets.ts";

const knownDays = 180;
const secondsPerDay = 86_400;
const millisecondsPerSecond = 1000;
/** Enough to distinguish a person's accounts in one browser; the signature covers the whole hash. */
const nameCharacters = 16;
const valuePattern = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/;

export type DeviceCookie = { readonly name: string; readonly value: string; readonly maxAgeSeconds: number };

export type KnownDevices = {
  /** The browser's own id for this account; undefined when it does not prove that it knows the account. */
  find(cookies: string | undefined, email: string): string | undefined;
  /** What makes the browser known from now on; a browser that is known keeps its id. */
  remember(cookies: string | undefined, email: string): DeviceCookie;
};

/** `now` in milliseconds. */
export function openKnownDevices(
  secrets: Pick<Secrets, "hashEmail" | "signDevice" | "isDeviceSigned">,
  now: () => number,
): KnownDevices {
  function find(cookies: string | undefined, email: string): string | undefined {
    const account = secrets.hashEmail(email);
    const [, device, madeAt, signature] = valuePattern.exec(cookieValue(cookies ?? "", nameOf(account))) ?? [];
    if (device === undefined || madeAt === undefined || signature === undefined) return undefined;
    if (!secrets.isDeviceSigned(textOf(account, device, madeAt), signature)) return undefined;
    return seconds(now()) - Number(madeAt) < knownDays * secondsPerDay ? device : undefined;
  }
  return {
    find,
    remember(cookies, email) {
      const account = secrets.hashEmail(email);
      const device = find(cookies, email) ?? randomUUID();
      const madeAt = String(seconds(now()));
      return {
        name: nameOf(account),
        value: `${device}.${madeAt}.${secrets.signDevice(textOf(account, device, madeAt))}`,
        maxAgeSeconds: knownDays * secondsPerDay,
      };
    },
  };
}

function nameOf(account: string): string {
  return `svc.known_${account.slice(0, nameCharacters)}`;
}

function textOf(account: string, device: string, madeAt: string): string {
  return `${account}.${device}.${madeAt}`;
}

function cookieValue(cookies: string, name: string): string {
  const pairs = cookies.split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / millisecondsPerSecond);
}
