// Whether a call was refused because the session ended. The page stays on screen, and a dialog asks the reader to sign in again.
import { useSyncExternalStore } from "react";

let isSignedOut = false;
const listeners = new Set<() => void>();

export function setSignedOut(signedOut: boolean): void {
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
