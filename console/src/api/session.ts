// Who is signed in, and the way to sign in.

import { say } from "../texts/shell.ts";
import { api, CallFailed, servicePath } from "./client.ts";

export type Person = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly hasSecondFactor: boolean;
};

/** Null when signed out. */
export async function readSession(): Promise<Person | null> {
  const { data, response } = await api.GET("/api/auth/get-session");
  if (!response.ok) throw new CallFailed(say("theSessionCouldNotBeRead"), { status: response.status });
  const user = data?.user;
  if (user === undefined) return null;
  const { id, name, email, twoFactorEnabled } = user;
  return { id, name, email, hasSecondFactor: twoFactorEnabled === true };
}

/** To the page where one signs in, and back to `path` from there. */
export function goToSignIn(path: string): void {
  location.assign(`${servicePath}/sign-in?${new URLSearchParams({ next: path })}`);
}
