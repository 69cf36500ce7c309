// Limits on sign-in attempts and on mails: they protect people from strangers.
import type { z } from "zod";
import { limit } from "./values.ts";

export const accountLimits = {
  RATE_LIMIT_SIGN_IN_PER_MINUTE: limit(30, [1, 1_000_000], "Sign-ins and sign-ups one address may try a minute."),
  RATE_LIMIT_FAILED_SIGN_INS_PER_HOUR: limit(30, [1, 1_000_000], "Sign-ins one address may fail at in an hour."),
  RATE_LIMIT_FAILED_SIGN_INS_PER_ACCOUNT_PER_HOUR: limit(
    100,
    [1, 1_000_000],
    "Sign-ins to one account that may fail in an hour, from all unknown browsers together; then each next one must wait.",
  ),
  RATE_LIMIT_FAILED_SIGN_INS_BEFORE_WAITING: limit(
    5,
    [1, 1_000_000],
    "Sign-ins to one account that may fail from one address, or one known browser, before each next one must wait: 1 s, then twice as long.",
  ),
  SIGN_IN_WAIT_SECONDS_MAX: limit(900, [1, 86_400], "Longest wait for the next sign-in after failed ones, in seconds."),
  RATE_LIMIT_MAILS_PER_HOUR: limit(10, [1, 1_000_000], "Mails to one address in an hour."),
  MAILS_PER_ADDRESS_PER_DAY: limit(30, [1, 1_000_000], "Mails to one address in a day (UTC)."),
  MAILS_PER_WORKSPACE_PER_DAY: limit(100, [1, 1_000_000], "Invitations one workspace may mail in a day (UTC)."),
  RATE_LIMIT_MAIL_CALLS_PER_HOUR: limit(
    100,
    [1, 1_000_000],
    "Calls that send mail (sign-up, confirmation, reset, invitation) one address may make in an hour.",
  ),
};

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/**
 * Where only this machine reaches the service anyone there may create the first account. A proxy in front, or a public address, means
 * that others reach it. Where people sign in through the issuer alone, the first one is no operator.
 */
export function firstAccountRule(given: {
  readonly host: string;
  readonly baseUrl: string | undefined;
  readonly trustProxyHops: number;
  readonly accounts: "any" | "oidc";
}): "anyone" | "by_link" {
  const names = [given.host, ...(given.baseUrl === undefined ? [] : [new URL(given.baseUrl).hostname])];
  return given.accounts === "any" && given.trustProxyHops === 0 && names.every((name) => loopback.test(name))
    ? "anyone"
    : "by_link";
}

type Given = { readonly [Name in keyof typeof accountLimits]: z.output<(typeof accountLimits)[Name]> };

export function accountFigures(given: Given) {
  return {
    rateLimitSignInPerMinute: given.RATE_LIMIT_SIGN_IN_PER_MINUTE,
    rateLimitFailedSignInsPerHour: given.RATE_LIMIT_FAILED_SIGN_INS_PER_HOUR,
    rateLimitFailedSignInsPerAccountPerHour: given.RATE_LIMIT_FAILED_SIGN_INS_PER_ACCOUNT_PER_HOUR,
    rateLimitFailedSignInsBeforeWaiting: given.RATE_LIMIT_FAILED_SIGN_INS_BEFORE_WAITING,
    signInWaitSecondsMax: given.SIGN_IN_WAIT_SECONDS_MAX,
    rateLimitMailsPerHour: given.RATE_LIMIT_MAILS_PER_HOUR,
    mailsPerAddressPerDay: given.MAILS_PER_ADDRESS_PER_DAY,
    mailsPerWorkspacePerDay: given.MAILS_PER_WORKSPACE_PER_DAY,
    rateLimitMailCallsPerHour: given.RATE_LIMIT_MAIL_CALLS_PER_HOUR,
  };
}
