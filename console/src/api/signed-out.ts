// Whether a call was answered that nobody is signed in any more: what is on the screen stays, and a dialogue asks to sign in again.
import { useSyncExternalStore } from "react";

let isSignedOut = false;
const listeners = new Set<() => void>();

export function tellSignedOut(signedOut: boolean): void {
  isSignedOut = signedOut;
  for (const listener of listeners) listener();
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
