// Who makes a tracking call, and how often: a key's holder or a browser, each under its own limit, before anything is read.
// A key that opens its program is limited by its own calls only, never by its neighbours'. Calls whose key opens nothing are
// counted together by address, so that made-up keys neither fill the memory nor lock a good one out.
// What is known of a key's rotation is said in every answer to it; a call at or after the deadline is refused.
import type { Request, Response } from "express";
import type { KeyDirectory, ProgramAccess } from "../../../access/key-directory.ts";
import { isPastDeadline, type KeyFlag } from "../../../core/vocabulary/access/key-flag.ts";
import type { KeyUse } from "../../../product/keys/use.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import { bearerToken } from "../guard/bearer.ts";
import { clientAddress } from "../guard/client-address.ts";
import type { RateLimits } from "../guard/rate-limits.ts";
import { openRotationSignals, rotationDocsUrl, rotationHint } from "../guard/rotation-signals.ts";

export type KeyHolder = { readonly access: ProgramAccess; readonly response: Response };

export type Callers = {
  browser(request: Request): Promise<void>;
  /** Counts a test event without a key. */
  anonymousTest(programId: number): Promise<void>;
  keyHolder(request: Request, response: Response): Promise<KeyHolder>;
  /** Throws if the key no longer opens its program, or its deadline has passed: the cached key may be outdated. */
  confirm(holder: KeyHolder): Promise<void>;
  /** What the record said of the key: its flag, and whether it was replaced while its call was under way. */
  learn(holder: KeyHolder, current: { readonly isRevoked: boolean; readonly flag: KeyFlag | null }): void;
  /** The refusal of a call that came at or after its key's deadline. */
  pastDeadline(holder: KeyHolder): Refusal;
};

export type CallersParts = {
  readonly directory: Omit<KeyDirectory, "accessOfProgram">;
  readonly limits: Pick<RateLimits, "browser" | "key" | "badKey" | "anonymousTest">;
  readonly keyUse: Pick<KeyUse, "count">;
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
};

export function createCallers({ directory, limits, keyUse, baseUrl }: CallersParts): Callers {
  const signals = openRotationSignals(baseUrl);

  function pastDeadline(access: ProgramAccess): Refusal {
    return new Refusal(
      "api_key_rotation_required",
      "The deadline to replace this API key has passed, and it is refused.",
      {
        hint: rotationHint(access.programId),
        docsUrl: rotationDocsUrl(baseUrl),
      },
    );
  }

  /** Says in the answer what the key is now; throws when it no longer lets its holder in. Undefined is a key that opens nothing. */
  function judge(response: Response, access: ProgramAccess | undefined): void {
    if (access === undefined) {
      signals.takeBack(response);
      throw opensNothing();
    }
    signals.signal(response, access);
    if (isPastDeadline(access.flag, access.usedAt)) throw pastDeadline(access);
  }

  return {
    browser: (request) => limits.browser.take(clientAddress(request)),
    anonymousTest: (programId) => limits.anonymousTest.take(String(programId)),
    async keyHolder(request, response) {
      const key = bearerToken(request.headers.authorization);
      const access = key === undefined ? undefined : await directory.programOfKey(key);
      if (access === undefined) {
        await limits.badKey.take(clientAddress(request));
        throw key === undefined ? noKey() : opensNothing(key);
      }
      keyUse.count(access.keyHash, {
        address: clientAddress(request),
        client: request.headers["user-agent"] ?? "",
      });
      signals.signal(response, access);
      try {
        await limits.key.take(access.keyHash.toString("latin1"));
      } catch (error) {
        // While the database is away, what is remembered has been said already.
        const current = await directory.confirmKeyRecently(access).catch(() => null);
        if (current !== null) judge(response, current);
        throw error;
      }
      // The deadline may have been moved since it was looked up, or the key replaced.
      if (isPastDeadline(access.flag, access.usedAt)) judge(response, await directory.confirmKey(access));
      return { access, response };
    },
    async confirm({ access, response }) {
      judge(response, await directory.confirmKey(access));
    },
    learn({ access, response }, { isRevoked, flag }) {
      if (isRevoked) signals.takeBack(response);
      else signals.signal(response, { ...access, flag });
      if (isRevoked || flag?.rotateBy.getTime() !== access.flag?.rotateBy.getTime()) directory.forgetKey(access);
    },
    pastDeadline: ({ access }) => pastDeadline(access),
  };
}

function noKey(): Refusal {
  return new Refusal("unauthorized", "Send the program API key as Authorization: Bearer <API_KEY>.");
}

const otherCredentials = { agt_: "An agent key", tok_: "A workspace's token" } as const;

/** `key` is what was sent; left out when it was a good one before. */
export function opensNothing(key = ""): Refusal {
  const other = Object.entries(otherCredentials).find(([prefix]) => key.startsWith(prefix));
  const message =
    other === undefined
      ? "This key opens no active program."
      : `${other[1]} never authenticates tracking calls: send the program API key (aff_…).`;
  return new Refusal("unauthorized", message);
}
