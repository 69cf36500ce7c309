// Accounts: who is calling, and the calls by which people sign up, sign in, and share their workspaces.
// The library behind it is loaded when it is first needed, or ahead of that by `prepare`: it takes 0.2 s, which neither the
// start nor a command has to wait for. A session counts from one request to the next only as long as its row is there.
import { STATUS_CODES } from "node:http";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { Database } from "../../engine/postgres/database.ts";
import { mayPass } from "../../engine/postgres/faults.ts";
import type { Mail, Mailer } from "../../mail/mailer.ts";
import { becomeOperatorByLink, isLinkOpen, type LinkUsed } from "../operators/operators.ts";
import type { KnownDevices } from "./known-devices.ts";
import { withAuthorNote } from "./library-authors.ts";
import { type FaultNote, withFaultNote } from "./library-faults.ts";
import type { MailBudget } from "./mail-budget.ts";
import type { OidcSettings } from "./oidc/oidc-settings.ts";
import { type OidcSignIn, openOidcSignIn } from "./oidc/oidc-sign-in.ts";
import type { LibraryParts } from "./parts.ts";
import { passkeyNotVerified } from "./passkeys/passkey-calls.ts";
import { refuseWithoutFactor } from "./required-factor.ts";
import { type SecondFactor, secondFactorAsked } from "./second-factor-asked.ts";
import { type FirstAccount, findFirstAccount, findInvitation, type Invitation, type SignUpRules } from "./sign-up.ts";

/** From here on the fault is ours: answered as every fault of ours, and a database that is away as what it is. */
const serverFault = 500;

export type SignedIn = {
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly hasSecondFactor: boolean;
  /** What the answer must carry when the session was prolonged. */
  readonly setCookies: readonly string[];
};

/** `needs`: what is asked for first; the cookies are of that wait. */
export type OpenedSession = { readonly needs: SecondFactor | null; readonly setCookies: readonly string[] };

export type Accounts = {
  /** The library's own calls, under /api/auth. */
  handle(request: Request): Promise<Response>;
  /** The invitation of a link's ticket; undefined if it is not ours or no longer open. */
  invitationOf(ticket: string): Promise<Invitation | undefined>;
  /** How the first account is created, or that it exists. */
  firstAccount(): Promise<FirstAccount>;
  /** Whether a link that makes an operator still counts. */
  isOperatorLinkOpen(link: string): Promise<boolean>;
  /** The signed-in account uses the link. */
  becomeOperator(link: string, accountId: string): Promise<LinkUsed>;
  /** Undefined when the headers carry no session that still counts. */
  signedIn(headers: Headers): Promise<SignedIn | undefined>;
  /** Signing in through the OIDC issuer; null without one. */
  readonly oidc: OidcSignIn | null;
  /** Opens a session for a person whom the issuer has proven. */
  openSession(accountId: string, headers: Headers): Promise<OpenedSession>;
  /** Whether the account has a password that changes of its second factor ask for. */
  hasPassword(accountId: string): Promise<boolean>;
  /** Loads the library. */
  prepare(): Promise<void>;
  /** Resolves when every promised mail is sent or abandoned. */
  drain(): Promise<void>;
};

export type AccountsParts = SignUpRules & {
  readonly database: Database;
  readonly secrets: Pick<
    Secrets,
    | "cookieSecret"
    | "accountSecrets"
    | "proveInvitation"
    | "isInvitationProven"
    | "signChange"
    | "signFlow"
    | "isFlowSigned"
  >;
  readonly baseUrl: string;
  /** Null without an issuer. */
  readonly oidc: OidcSettings | null;
  readonly devices: KnownDevices;
  readonly mailBudget: MailBudget;
  /** How long an invitation is good for. */
  readonly invitationDays: number;
  readonly workspacesPerAccountMax: number;
  readonly mailer: Mailer;
  readonly log: Logger;
  /** In milliseconds. */
  readonly now: () => number;
};

export function openAccounts(parts: AccountsParts): Accounts {
  const { mailer, log } = parts;
  const underWay = new Set<Promise<unknown>>();
  const inBackground = (work: Promise<unknown>): void => {
    const watched: Promise<unknown> = work
      .catch((error: unknown) => log.error({ err: error }, "work behind an answer failed"))
      .finally(() => underWay.delete(watched));
    underWay.add(watched);
  };
  const post = (mail: Mail): void =>
    inBackground(
      mailer
        .send(mail)
        .catch((error: unknown) => log.error({ err: error, subject: mail.subject }, "a mail could not be sent")),
    );
  let loaded: ReturnType<typeof load> | undefined;
  const library = () => {
    loaded ??= load({ ...parts, post, inBackground });
    return loaded;
  };

  return {
    handle: async (request) => handle(parts.database, await library(), request),
    invitationOf: (ticket) => findInvitation(parts.database.kysely, parts.secrets, ticket),
    firstAccount: openFirstAccount(parts),
    isOperatorLinkOpen: (link) => isLinkOpen(parts.database.kysely, link),
    becomeOperator: (link, accountId) => becomeOperatorByLink(parts.database.kysely, parts.secrets, link, accountId),
    async signedIn(headers) {
      const { api } = await library();
      const note: FaultNote = { passing: null };
      const asked = withFaultNote(note, () => api.getSession({ headers, returnHeaders: true }));
      const { response, headers: answered } = await asked.catch((error: unknown) =>
        rejectOutage(parts.database, note, error),
      );
      if (response === null) return undefined;
      const { id: accountId, name, email, twoFactorEnabled } = response.user;
      return {
        accountId,
        name,
        email,
        hasSecondFactor: twoFactorEnabled === true,
        setCookies: answered?.getSetCookie() ?? [],
      };
    },
    oidc: parts.oidc === null ? null : openOidcSignIn(parts, parts.oidc),
    openSession: async (accountId, headers) => openSession(parts.database, await library(), accountId, headers),
    hasPassword: (accountId) => hasPassword(parts.database, accountId),
    async prepare() {
      await library();
    },
    async drain() {
      while (underWay.size > 0) await Promise.all(underWay);
      mailer.close();
    },
  };
}

async function openSession(
  database: Database,
  { api }: Library,
  accountId: string,
  headers: Headers,
): Promise<OpenedSession> {
  const note: FaultNote = { passing: null };
  const opened = await withFaultNote(note, () =>
    api.openProvenSession({ body: { accountId }, headers, returnHeaders: true }),
  ).catch((error: unknown) => rejectOutage(database, note, error));
  return { needs: secondFactorAsked(opened.response), setCookies: opened.headers.getSetCookie() };
}

async function hasPassword({ kysely }: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from account_credential where user_id = ${accountId} and password is not null`.execute(kysely);
  return rows.length > 0;
}

type Library = Awaited<ReturnType<typeof load>>;

async function handle(database: Database, { handler, api }: Library, request: Request): Promise<Response> {
  const again = request.clone();
  const note: FaultNote = { passing: null };
  const ask = (asked: Request) => withFaultNote(note, () => withAuthorNote(() => handler(asked)));
  const refused = await refuseWithoutFactor(database, api, request);
  if (refused !== undefined) return refused;
  const first = await refuseUnproven(await ask(request));
  // Another sign-up took the address, or the first account's place, at the same moment: a repeated call finds it.
  const answer = (await hasCode(first, lostRace)) ? await ask(again) : first;
  if (answer.status >= serverFault || (await hasCode(answer, lostRace)))
    return rejectOutage(database, note, new Error(`accounts answered ${answer.status}`));
  // The library takes a session that it could not look for as one that is not there.
  if (note.passing !== null && !(await isDone(answer))) throw note.passing;
  return inWords(await hideUnproven(answer));
}

/** An installation that has had an account is not asked about again. */
function openFirstAccount(
  parts: Pick<AccountsParts, "database" | "signUp" | "firstAccount">,
): Accounts["firstAccount"] {
  let exists = false;
  return async () => {
    if (exists) return { kind: "exists" };
    const found = await findFirstAccount(parts.database.kysely, parts);
    exists = found.kind === "exists";
    return found;
  };
}

/**
 * A sign-in with the right password to an unconfirmed address looks like one with a wrong password: otherwise a sign-up followed by a
 * sign-in would reveal whose address it is.
 */
async function hideUnproven(response: Response): Promise<Response> {
  if (!(await hasCode(response, hiddenCodes))) return response;
  return Response.json(
    {
      code: "INVALID_EMAIL_OR_PASSWORD",
      message: "The e-mail or the password is wrong, or the e-mail is not confirmed yet: then see your mail.",
    },
    { status: 401 },
  );
}

const hiddenCodes: readonly unknown[] = ["INVALID_EMAIL_OR_PASSWORD", "EMAIL_NOT_VERIFIED"];
/** The library's word for a row that the database did not take. */
const lostRace: readonly unknown[] = ["FAILED_TO_CREATE_USER"];

async function hasCode(response: Response, codes: readonly unknown[]): Promise<boolean> {
  if (response.ok || response.status >= serverFault) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === "object" && body !== null && "code" in body && codes.includes(body.code);
}

/** null is what it answers of a session that it has not found. */
async function isDone(response: Response): Promise<boolean> {
  return response.ok && (await response.clone().text()) !== "null";
}

/** The library takes an answer of an authenticator that proves nothing for a fault of its own. */
async function refuseUnproven(response: Response): Promise<Response> {
  if (response.status !== serverFault) return response;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const isUnproven =
    typeof body === "object" && body !== null && "code" in body && body.code === "FAILED_TO_VERIFY_REGISTRATION";
  return isUnproven ? Response.json(passkeyNotVerified, { status: 400 }) : response;
}

/** Some refusals of the library have no body: the status says what it can. */
async function inWords(response: Response): Promise<Response> {
  if (response.status < 400 || (await response.clone().text()) !== "") return response;
  const message = STATUS_CODES[response.status] ?? "Refused";
  const headers = new Headers(response.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  const body = JSON.stringify({ code: message.toUpperCase().replaceAll(" ", "_"), message });
  return new Response(body, { status: response.status, headers });
}

async function load(parts: LibraryParts) {
  const { createAccountsLibrary } = await import("./library.ts");
  return createAccountsLibrary(parts);
}

/** The library hides why it failed; a database that is away is a reason to come again, everything else is a fault. */
async function rejectOutage(database: Database, { passing }: FaultNote, error: unknown): Promise<never> {
  if (passing !== null) throw passing;
  try {
    await database.withSession((session) => session.query({ name: "is_there", text: "select 1 as one" }, []));
  } catch (cause) {
    throw mayPass(cause) ? cause : error;
  }
  throw error;
}
