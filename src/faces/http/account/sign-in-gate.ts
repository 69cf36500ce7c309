// How often a sign-in may fail. An unknown browser is counted by its address, by its address and the account together, and by the account
// from all addresses: the second stops a few addresses long before they exhaust the account's count, so that its owner at another address
// never notices; the third slows thousands of addresses. A browser that is known to the account is counted alone: regardless of strangers,
// its owner can sign in.

import { type BackOff, createBackOff } from "../guard/back-off.ts";
import type { RateLimits } from "../guard/rate-limits.ts";

export type SignInFigures = {
  readonly rateLimitFailedSignInsPerAccountPerHour: number;
  readonly rateLimitFailedSignInsBeforeWaiting: number;
  readonly signInWaitSecondsMax: number;
};

export type SignIn = {
  readonly address: string;
  /** The e-mail as it was sent, in lower case. */
  readonly account: string;
  /** The browser's id where it is known to the account. */
  readonly device: string | undefined;
};

export type SignInGate = {
  /** Throws `rate_limited` when it is one too many; else runs it, and counts it where it fails. */
  pass(signIn: SignIn, run: () => Promise<Response>): Promise<Response>;
};

type Count = { take(): void | Promise<void>; giveBack(): void | Promise<void> };

/** `now` in milliseconds. */
export function openSignInGate(
  limits: Pick<RateLimits, "failedSignIn">,
  figures: SignInFigures,
  now: () => number,
): SignInGate {
  const waitSecondsMax = figures.signInWaitSecondsMax;
  const few = { free: figures.rateLimitFailedSignInsBeforeWaiting, waitSecondsMax };
  const byDevice = createBackOff(few, now);
  const byAddressAndAccount = createBackOff(few, now);
  const byAccount = createBackOff({ free: figures.rateLimitFailedSignInsPerAccountPerHour, waitSecondsMax }, now);

  function countsOf({ address, account, device }: SignIn): Count[] {
    if (device !== undefined) return [countOf(byDevice, device)];
    return [
      countOf(byAddressAndAccount, `${address} ${account}`),
      countOf(byAccount, account),
      {
        take: () => limits.failedSignIn.take(address),
        giveBack: () => limits.failedSignIn.giveBack(address),
      },
    ];
  }

  return {
    async pass(signIn, run) {
      const taken: Count[] = [];
      let isCounted = false;
      try {
        for (const count of countsOf(signIn)) {
          await count.take();
          taken.push(count);
        }
        const response = await run();
        isCounted = !response.ok;
        return response;
      } finally {
        if (!isCounted) for (const count of taken) await count.giveBack();
      }
    },
  };
}

function countOf(backOff: BackOff, key: string): Count {
  return { take: () => backOff.take(key), giveBack: () => backOff.giveBack(key) };
}
