// Authenticates management calls: an account, by its session's cookie or by the session's token in the Authorization header, or a workspace's
// token there. An
// Authorization header always counts: a bad one is refused and never ignored in favor of a cookie. A program's or an agent's key is
// recognized, so that the error says what to send instead.
import type { Request, Response } from "express";
import { workspaceTokenPrefix } from "../../../access/key-mask.ts";
import type { Accounts, SignedIn } from "../../../product/accounts/accounts.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import type { NoToken, WorkspaceTokens } from "../../../product/tokens/tokens.ts";
import { bearerToken } from "../guard/bearer.ts";
import { clientAddress } from "../guard/client-address.ts";
import type { RateLimits } from "../guard/rate-limits.ts";
import { requireOwnPage } from "../guard/same-origin.ts";

export type AccountCaller =
  | { readonly kind: "account"; readonly accountId: string }
  | { readonly kind: "token"; readonly tokenId: number };

export type ManagementCallers = {
  account(request: Request, response: Response): Promise<AccountCaller>;
};

export function createManagementCallers(
  accounts: Pick<Accounts, "signedIn">,
  tokens: WorkspaceTokens,
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

  async function callerOf(request: Request, token: string): Promise<AccountCaller> {
    const found = await tokens.find(token);
    if (typeof found === "string") {
      await limits.stranger.take(clientAddress(request));
      throw new Refusal("unauthorized", whatIsWrong[found]);
    }
    await limits.account.take(`token:${found}`);
    return { kind: "token", tokenId: found };
  }

  return {
    async account(request, response) {
      const token = bearerToken(request.headers.authorization);
      if (token?.startsWith(workspaceTokenPrefix)) return callerOf(request, token);
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

const whatIsWrong: { readonly [Why in NoToken]: string } = {
  unknown: "This is not a token of this service. An owner of a workspace creates one.",
  revoked: "This token was revoked. An owner of the workspace creates a new one.",
  expired: "This token has expired. An owner of the workspace creates a new one.",
};

const ways = "Sign in at /api/auth/sign-in/email and send the session's cookie, or its token as Authorization: Bearer.";

function whatToSend(authorization: string | undefined): string {
  const token = bearerToken(authorization) ?? "";
  if (token.startsWith("aff_")) return `A program key makes tracking calls only; this call is for accounts. ${ways}`;
  if (token.startsWith("agt_")) return `An agent key opens /api/agent/v1 only; this call is for accounts. ${ways}`;
  return authorization === undefined ? ways : `This is not the token of a session that still counts. ${ways}`;
}
