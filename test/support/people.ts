// People with accounts, as they come to a running service: they sign up, find the links in their mail, sign in and call.
// Mails are read from the service's log, where they are written while no SMTP server is set.
import { createHmac, randomUUID } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { CompiledQuery } from "kysely";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { storedDigest } from "../../src/access/stored-digests.ts";
import type { WorkspaceRole } from "../../src/core/vocabulary/access/workspace-roles.ts";
import { type Answer, fieldOf, type RunningService, secretKey } from "./service.ts";

/** Everybody in a test comes from one address. */
export const manyPeople = {
  RATE_LIMIT_SIGN_IN_PER_MINUTE: "10000",
  RATE_LIMIT_FAILED_SIGN_INS_PER_HOUR: "10000",
  RATE_LIMIT_MAIL_CALLS_PER_HOUR: "10000",
};

/** The same few are invited again and again. */
export const manyMails = { RATE_LIMIT_MAILS_PER_HOUR: "1000", MAILS_PER_ADDRESS_PER_DAY: "1000" };

/** A password takes 50 ms of a processor to check, and there may be many other tests on it. */
export const manyHashesMilliseconds = 120_000;

export const password = "correct horse battery";

export type Person = {
  readonly name: string;
  readonly email: string;
  /** Of the session. */
  readonly token: string;
  /** As a browser sends it back. */
  readonly cookie: string;
};

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** All that were written so far, the oldest first. */
export function mailsOf({ logged }: RunningService): Mail[] {
  return logged
    .map((line): unknown => JSON.parse(line))
    .filter((line): line is Mail => typeof line === "object" && line !== null && "subject" in line && "to" in line);
}

/** The newest link that was mailed to this address. */
export function linkTo(service: RunningService, email: string, path: string): string {
  const mail = mailsOf(service).findLast(({ to, text }) => to === email && text.includes(`${service.url}${path}`));
  const link = mail?.text.split(/\s+/).find((word) => word.startsWith(`${service.url}${path}`));
  if (link === undefined) throw new Error(`no mail to ${email} has a link to ${path}`);
  return link;
}

export function auth(service: RunningService, path: string, body: object, person?: Person): Promise<Answer> {
  return service.post(`/api/auth${path}`, body, person === undefined ? {} : { key: person.token });
}

export function signUp(service: RunningService, email: string, more: object = {}): Promise<Answer> {
  return auth(service, "/sign-up/email", { name: nameOf(email), email, password, ...more });
}

export async function signIn(service: RunningService, email: string, word = password): Promise<Person> {
  const answer = await auth(service, "/sign-in/email", { email, password: word });
  if (answer.status !== 200) throw new Error(`${email} was answered ${answer.status} ${answer.text}`);
  return { name: nameOf(email), email, token: String(fieldOf(answer, "token")), cookie: cookieOf(answer) };
}

const { cookieSecret } = openSecrets([secretKey]);
let passwordHash: Promise<string> | undefined;

/**
 * As who has signed up, confirmed and signed in. Those steps are tested for themselves, and hash a password twice, a tenth of a
 * second each: here one hash serves all.
 */
export async function newPerson({ database }: RunningService, email: string): Promise<Person> {
  passwordHash ??= hashPassword(password);
  const person = { name: nameOf(email), email, token: randomUUID() };
  const values = [randomUUID(), person.name, email, await passwordHash, storedDigest(person.token)];
  await database.kysely.executeQuery(CompiledQuery.raw(newPersonSql, values));
  const signature = createHmac("sha256", cookieSecret).update(person.token).digest("base64");
  return { ...person, cookie: `svc.session_token=${encodeURIComponent(`${person.token}.${signature}`)}` };
}

/** As whom a link has made an operator. */
export async function newOperator(service: RunningService, email: string): Promise<Person> {
  const person = await newPerson(service, email);
  const made = "insert into operator_account (user_id) select id from account_user where email = $1";
  await service.database.kysely.executeQuery(CompiledQuery.raw(made, [email]));
  return person;
}

/** The first of an empty installation founds it, and owns the first workspace. */
const newPersonSql = `
  with installation as (select not exists (select from account_user) and not exists (select from workspace) as is_empty),
  person as (
    insert into account_user (id, name, email, email_verified, founder)
    select $1, $2, $3, true, is_empty from installation returning *
  ),
  credential as (
    insert into account_credential (id, user_id, provider_id, account_id, password) select id, id, 'credential', id, $4 from person
  ),
  session as (
    insert into account_session (id, token, user_id, expires_at) select id, $5, id, now() + interval '14 days' from person
  ),
  first as (insert into workspace (name) select format('%s''s workspace', name) from person where founder returning *)
  insert into workspace_member (id, workspace, user_id, role) select person.id, first.id, person.id, 'owner' from person, first`;

/** Signed up, confirmed where that is asked for, and signed in, as a browser does it. */
export async function comeAsPerson(service: RunningService, email: string): Promise<Person> {
  const answer = await signUp(service, email);
  if (answer.status !== 200) throw new Error(`${email} was answered ${answer.status} ${answer.text}`);
  if (fieldOf(answer, "user.emailVerified") === false) await confirm(service, email, answer);
  return signIn(service, email);
}

/** The link in the mail is opened: in the browser that signed up where its answer is given, else in another one. */
export function confirm(service: RunningService, email: string, signedUp?: Answer): Promise<Answer> {
  const link = new URL(linkTo(service, email, "/api/auth/verify-email"));
  const headers = signedUp === undefined ? {} : { cookie: cookiesOf(signedUp) };
  return service.request(`${link.pathname}?token=${link.searchParams.get("token")}`, { headers, redirect: "manual" });
}

/** Answers the workspace's id. */
export async function newWorkspace(service: RunningService, owner: Person, name = "Acme"): Promise<number> {
  return Number(fieldOf(await auth(service, "/organization/create", { name }, owner), "id"));
}

/** Invited by an owner, and accepted. */
export async function joinWorkspace(
  service: RunningService,
  workspaceId: number,
  people: { readonly owner: Person; readonly joins: Person; readonly role: WorkspaceRole },
): Promise<void> {
  const { owner, joins, role } = people;
  const invitation = { organizationId: String(workspaceId), email: joins.email, role };
  const invited = await auth(service, "/organization/invite-member", invitation, owner);
  const accepted = await auth(
    service,
    "/organization/accept-invitation",
    { invitationId: fieldOf(invited, "id") },
    joins,
  );
  if (accepted.status !== 200) throw new Error(`${joins.email} was answered ${accepted.status} ${accepted.text}`);
}

/** The session's cookie of an answer, without its attributes. */
export function cookieOf(answer: Answer): string {
  const [cookie] = answer.headers.getSetCookie().filter((line) => line.includes("session_token="));
  return cookie?.split(";")[0] ?? "";
}

/** All cookies of an answer, as a browser sends them back. */
export function cookiesOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

function nameOf(email: string): string {
  return email.split("@")[0] ?? email;
}

/** An owner and a member of one workspace, the owner of another, and a program of the first. */
export type Company = {
  readonly workspaceId: number;
  readonly programId: number;
  readonly owner: Person;
  readonly member: Person;
  readonly stranger: Person;
};

export async function newCompany(service: RunningService): Promise<Company> {
  const owner = await newPerson(service, "owner@acme.test");
  const member = await newPerson(service, "member@acme.test");
  const stranger = await newPerson(service, "stranger@else.test");
  const workspaceId = await newWorkspace(service, owner);
  await joinWorkspace(service, workspaceId, { owner, joins: member, role: "member" });
  await newWorkspace(service, stranger, "Else");
  const program = await service.post(
    "/api/v1/programs",
    { name: "Acme", workspace_id: workspaceId },
    { key: owner.token },
  );
  return { workspaceId, programId: Number(fieldOf(program, "data.program_id")), owner, member, stranger };
}
