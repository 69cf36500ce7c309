// Opens a session of the accounts library for a person whom something else than a password has proven. Only our own code can call it: it has
// no address. Where the account has a second factor, the library asks for the code as it does after a password.
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import type { twoFactor } from "better-auth/plugins/two-factor";
import { z } from "zod";

export const provenPath = "/sign-in/proven";

export function provenSession() {
  return {
    id: "proven-session",
    endpoints: {
      openProvenSession: createAuthEndpoint(
        provenPath,
        { method: "POST", body: z.object({ accountId: z.string() }), metadata: { SERVER_ONLY: true } },
        async (context) => {
          const { internalAdapter } = context.context;
          const user = await internalAdapter.findUserById(context.body.accountId);
          if (user === null) throw new APIError("UNAUTHORIZED", { code: "NO_ACCOUNT", message: "No such account." });
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(context, { session, user });
          return context.json({ twoFactorRedirect: false });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

/** The library asks for a code after a sign-in by password alone. */
export function askAfterProof<Factor extends ReturnType<typeof twoFactor>>(factor: Factor): Factor {
  for (const hook of factor.hooks.after) {
    const { matcher } = hook;
    hook.matcher = (context) => matcher(context) || context.path === provenPath;
  }
  return factor;
}
