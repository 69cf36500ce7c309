// What the accounts library is set up from: its parts, how long its links are valid, and how long a password must be.
import type { Logger } from "pino";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Mail } from "../../mail/mailer.ts";
import type { KnownDevices } from "./known-devices.ts";
import type { MailBudget } from "./mail-budget.ts";
import type { OidcSettings } from "./oidc/oidc-settings.ts";
import type { SignUpRules } from "./sign-up.ts";

export const linkSeconds = 3600;
export const passwordCharactersMin = 8;
export const passwordCharactersMax = 128;

export type LibraryParts = SignUpRules & {
  readonly database: Database;
  readonly secrets: Pick<
    Secrets,
    "cookieSecret" | "accountSecrets" | "proveInvitation" | "isInvitationProven" | "signChange"
  >;
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
  /** Null without an issuer. */
  readonly oidc: OidcSettings | null;
  readonly log: Logger;
  readonly devices: KnownDevices;
  readonly mailBudget: MailBudget;
  /** How long an invitation is good for. */
  readonly invitationDays: number;
  readonly workspacesPerAccountMax: number;
  /** Takes the mail over; a failure is logged and hidden from the caller, who must not learn the recipient. */
  readonly post: (mail: Mail) => void;
  /** Work that goes on behind an answer. */
  readonly inBackground: (work: Promise<unknown>) => void;
};
