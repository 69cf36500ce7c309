// Who makes a tracking call, and how often: a key's holder or a browser, each under its own limit, before anything is read.
// A key that opens its program is limited by its own calls only, never by its neighbours'. Calls whose key opens nothing are
// counted together by address, so that made-up keys neither fill the memory nor lock a good one out.
import type { Request } from "express";
import type { Directory, ProgramAccess } from "../../access/directory.ts";
import { bearerToken } from "../bearer.ts";
import { clientAddress } from "../client-address.ts";
import { Refusal } from "../errors.ts";
import type { RateLimits } from "../rate-limits.ts";

export type KeyHolder = { readonly access: ProgramAccess; readonly key: string };

export type Callers = {
  browser(request: Request): Promise<void>;
  keyHolder(request: Request): Promise<KeyHolder>;
  /** Whether the key still opens its program: a key that was replaced is forgotten. */
  confirm(holder: KeyHolder): Promise<boolean>;
  /** After the key was replaced while its call was under way. */
  forget(holder: KeyHolder): void;
};

export function createCallers(directory: Directory, limits: RateLimits): Callers {
  return {
    browser: (request) => limits.browser.take(clientAddress(request)),
    async keyHolder(request) {
      const key = bearerToken(request.headers.authorization);
      const access = key === undefined ? undefined : await directory.programOfKey(key);
      if (key === undefined || access === undefined) {
        await limits.badKey.take(clientAddress(request));
        throw key === undefined ? noKey() : opensNothing();
      }
      await limits.key.take(access.keyHash.toString("latin1"));
      return { access, key };
    },
    async confirm(holder) {
      const isConfirmed = await directory.confirmKey(holder.access);
      if (!isConfirmed) directory.forgetKey(holder.key);
      return isConfirmed;
    },
    forget(holder) {
      directory.forgetKey(holder.key);
    },
  };
}

function noKey(): Refusal {
  return new Refusal("unauthorized", "Send the program API key as Authorization: Bearer <API_KEY>.");
}

export function opensNothing(): Refusal {
  return new Refusal("unauthorized", "This key opens no active program.");
}
