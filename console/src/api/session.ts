// Who is signed in, and what happens when nobody is any more: what is on the screen stays, and a dialogue asks to sign in again.
import { useSyncExternalStore } from "react";
import { api, CallFailed, servicePath } from "./client.ts";

export type Person = { readonly id: string; readonly name: string; readonly email: string };

let isSignedOut = false;
const listeners = new Set<() => void>();

export function tellSignedOut(signedOut: boolean): void {
  isSignedOut = signedOut;
  for (const listener of listeners) listener();
}

/** For what every query and change ends with. */
export function noticeSignedOut(error: unknown): void {
  if (error instanceof CallFailed && error.status === 401) tellSignedOut(true);
}

export function useIsSignedOut(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isSignedOut,
  );
}

/** Null when nobody is. */
export async function readSession(): Promise<Person | null> {
  const { data, response } = await api.GET("/api/auth/get-session");
  if (!response.ok) throw new CallFailed("The session could not be read.", { status: response.status });
  const user = data?.user;
  return user === undefined ? null : { id: user.id, name: user.name, email: user.email };
}

/** To the page where one signs in, and back to `path` from there. */
export function goToSignIn(path: string): void {
  location.assign(`${servicePath}/sign-in?${new URLSearchParams({ next: path })}`);
}
