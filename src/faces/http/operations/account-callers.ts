// Authenticates management calls: an account, by its session's cookie or by the session's token in the Authorization header. An
// Authorization header always counts: a bad one is refused and never ignored in favor of a cookie. A program's or an agent's key is
// recognized, so that the error says what to send instead.
import type { Request, Response } from "express";
import type { Accounts, SignedIn } from "../../../product/accounts/accounts.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import { bearerToken } from "../guard/bearer.ts";
import { clientAddress } from "../guard/client-address.ts";
import type { RateLimits } from "../guard/rate-limits.ts";
import { requireOwnPage } from "../guard/same-origin.ts";

export type AccountCaller = { readonly kind: "account"; readonly accountId: string };

export type ManagementCallers = {
  account(request: Request, response: Response): Promise<AccountCaller>;
};

export function createManagementCallers(
  accounts: Pick<Accounts, "signedIn">,
  limits: Pick<RateLimits, "account" | "stranger">,
  origins: ReadonlySet<string>,
): ManagementCallers {
  async function find(request: Request): Promise<SignedIn | undefined> {
    const { authorization, cookie } = request.headers;
    if (authorization !== undefined) {
      const token = bearerToken(authorization);
      return token === undefined ? undefined : accounts.signedIn(new Headers({ authorization: `Bearer ${token}` }));
    }
    return cookie === undefined ? undefined : accounts.signedIn(new Headers({ cookie }));
  }

  return {
    async account(request, response) {
      const found = await find(request);
      if (found === undefined) {
        await limits.stranger.take(clientAddress(request));
        throw new Refusal("unauthorized", whatToSend(request.headers.authorization));
      }
      if (request.headers.authorization === undefined) {
        requireOwnPage(request, origins);
        if (found.setCookies.length > 0) response.setHeader("Set-Cookie", [...found.setCookies]);
      }
      await limits.account.take(found.accountId);
      return { kind: "account", accountId: found.accountId };
    },
  };
}

const ways = "Sign in at /api/auth/sign-in/email and send the session's cookie, or its token as Authorization: Bearer.";

function whatToSend(authorization: string | undefined): string {
  const token = bearerToken(authorization) ?? "";
  if (token.startsWith("aff_")) return `A program key makes tracking calls only; this call is for accounts. ${ways}`;
  if (token.startsWith("agt_")) return `An agent key opens /api/agent/v1 only; this call is for accounts. ${ways}`;
  return authorization === undefined ? ways : `This is not the token of a session that still counts. ${ways}`;
}
