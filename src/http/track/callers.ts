// Who makes a tracking call, and how often: a key's holder or a browser, each under its own limit, before anything is read.
// An address whose keys keep opening nothing is stopped before the look-up, so that keys cannot be guessed or the database
// kept busy with them; a key that opened its program here lately still passes, since a neighbour's mistake is not its own.
import type { Request } from "express";
import type { Directory, ProgramAccess } from "../../access/directory.ts";
import { createLookupCache } from "../../access/lookup-cache.ts";
import { hashKey } from "../../access/program-keys.ts";
import { bearerToken } from "../bearer.ts";
import { clientAddress } from "../client-address.ts";
import { Refusal } from "../errors.ts";
import type { RateLimits } from "../rate-limits.ts";

const goodKeysMax = 10_000;
const goodKeyMilliseconds = 3_600_000;

export type KeyHolder = { readonly access: ProgramAccess; readonly key: string };

export type Callers = {
  browser(request: Request): Promise<void>;
  keyHolder(request: Request): Promise<KeyHolder>;
  /** After the key was replaced while its call was under way. */
  forget(holder: KeyHolder): void;
};

export function createCallers(directory: Directory, limits: RateLimits, now: () => number): Callers {
  const goodKeys = createLookupCache<string, true>({
    entriesMax: goodKeysMax,
    lifetimeMilliseconds: goodKeyMilliseconds,
    now,
  });

  return {
    browser: (request) => limits.browser.take(clientAddress(request)),
    async keyHolder(request) {
      const key = bearerToken(request.headers.authorization);
      if (key === undefined) {
        await limits.badKey.take(clientAddress(request));
        throw new Refusal("unauthorized", "Send the program API key as Authorization: Bearer <API_KEY>.");
      }
      const digest = hashKey(key).toString("latin1");
      await limits.key.take(digest);
      if (!goodKeys.get(digest)) await limits.badKey.check(clientAddress(request));
      const access = await directory.programOfKey(key);
      if (access === undefined) {
        goodKeys.delete(digest);
        await limits.badKey.take(clientAddress(request));
        throw new Refusal("unauthorized", "This key opens no active program.");
      }
      if (!goodKeys.get(digest)) goodKeys.set(digest, true);
      return { access, key };
    },
    forget(holder) {
      directory.forgetKey(holder.key);
    },
  };
}
