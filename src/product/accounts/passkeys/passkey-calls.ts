// The accounts library's calls about passkeys, by their paths under /api/auth, and their limits. It loads nothing of the library.

export const passkeysPerAccountMax = 20;
export const passkeyNameCharactersMax = 100;

export const passkeyPaths = {
  beginRegistration: "/passkey/begin-registration",
  register: "/passkey/verify-registration",
  beginSignIn: "/passkey/generate-authenticate-options",
  signIn: "/passkey/verify-authentication",
  list: "/passkey/list-user-passkeys",
  rename: "/passkey/update-passkey",
  remove: "/passkey/delete-passkey",
} as const;

/** Each opens an account by a passkey, or leads to one that does. */
export const passkeyWays: ReadonlySet<string> = new Set([
  ...[passkeyPaths.beginRegistration, passkeyPaths.register],
  ...[passkeyPaths.beginSignIn, passkeyPaths.signIn],
]);

export const passkeyNotVerified = {
  code: "PASSKEY_NOT_VERIFIED",
  message: "The passkey could not be verified. Try again.",
} as const;
