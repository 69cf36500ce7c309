// The directory: from what a request carries (a key, a connection's id, an affiliate code) to the program it belongs to.
// Keys are remembered but confirmed, in the transaction that records the call or before it is refused; codes never change
// owner; a connection is remembered for less than a second, and forgotten at once where it is changed: what is removed stops within
// that time.
import type { Database } from "../engine/postgres/database.ts";
import type { Statement } from "../engine/postgres/driver/statement.ts";
import { type Connection, findConnection } from "./connections.ts";
import { type KeyDirectory, openKeyDirectory } from "./key-directory.ts";
import { createLookupCache } from "./lookup-cache.ts";
import { openPartnerDevices, type PartnerDevices } from "./partner-devices.ts";
import type { Secrets } from "./secrets/secrets.ts";

const entriesMax = 10_000;
/** One lookup a second for each connection in use, in addition to its deliveries. */
const connectionLifetimeMilliseconds = 1_000;
const linkLifetimeMilliseconds = 5_000;
const programLifetimeMilliseconds = 5_000;
const codeLifetimeMilliseconds = 600_000;

/** A partner's link: whose it is, and where the brand lets it lead. */
export type PartnerLink = {
  readonly code: string;
  readonly siteUrl: string | null;
  readonly linkHosts: readonly string[];
};

export type PartnerCode = { readonly programId: number; readonly partnerId: number };

export type Directory = KeyDirectory &
  PartnerDevices & {
    connection(connectionId: number): Promise<Connection | undefined>;
    /** After it was changed or removed here. */
    forgetConnection(connectionId: number): void;
    partnerOfCode(code: string): Promise<PartnerCode | undefined>;
    /** The brand may change where it leads: as it was at most a few seconds ago. */
    partnerLink(code: string): Promise<PartnerLink | undefined>;
    /** Whether `partnerLink` answers without asking the database. */
    remembersLink(code: string): boolean;
    programExists(programId: number): Promise<boolean>;
  };

const findCodeStatement: Statement = {
  name: "find_partner_code",
  text: "select program_id, partner_id from partner_code where code = $1",
};

const findLinkStatement: Statement = {
  name: "find_partner_link",
  text: "select code, program_id from partner_code where code = $1",
};

const linkSettingsStatement: Statement = {
  name: "link_settings_of_program",
  text: `select settings ->> 'site_url' as site_url, settings -> 'link_hosts' as link_hosts
           from program_settings
          where program_id = $1
          order by from_event_id desc
          limit 1`,
};

const programExistsStatement: Statement = {
  name: "program_exists",
  text: "select program_id from program where program_id = $1 and status = 'active'",
};

export function openDirectory(database: Database, secrets: Secrets, now: () => number): Directory {
  const cache = <Key, Value>(lifetimeMilliseconds: number, look: (key: Key) => Promise<Value | undefined>) =>
    createLookupCache<Key, Value>({ entriesMax, lifetimeMilliseconds, now, look });
  const connections = cache(connectionLifetimeMilliseconds, (connectionId: number) =>
    database.withSession((session) => findConnection(session, secrets, connectionId)),
  );
  const codes = cache(codeLifetimeMilliseconds, (code: string) => findPartnerOfCode(database, code));
  const links = cache(linkLifetimeMilliseconds, (code: string) => findPartnerLink(database, code));
  const programs = cache(programLifetimeMilliseconds, (programId: number) => findProgram(database, programId));

  return {
    ...openKeyDirectory(database, now),
    ...openPartnerDevices(database, secrets, now),
    connection: (connectionId) => connections.find(connectionId),
    forgetConnection: (connectionId) => connections.delete(connectionId),
    partnerOfCode: (code) => codes.find(code),
    partnerLink: (code) => links.find(code),
    remembersLink: (code) => links.recent(code, linkLifetimeMilliseconds) !== undefined,
    programExists: async (programId) => (await programs.find(programId)) !== undefined,
  };
}

async function findPartnerOfCode(database: Database, code: string): Promise<PartnerCode | undefined> {
  const [row] = await database.withSession((session) =>
    session.query<{ program_id: number; partner_id: number }>(findCodeStatement, [code]),
  );
  return row && { programId: row.program_id, partnerId: row.partner_id };
}

type LinkSettings = { site_url: string | null; link_hosts: readonly string[] | null };

async function findPartnerLink(database: Database, code: string): Promise<PartnerLink | undefined> {
  return database.withSession(async (session) => {
    const [found] = await session.query<{ code: string; program_id: number }>(findLinkStatement, [code]);
    if (found === undefined) return undefined;
    const [settings] = await session.query<LinkSettings>(linkSettingsStatement, [found.program_id]);
    return { code: found.code, siteUrl: settings?.site_url ?? null, linkHosts: settings?.link_hosts ?? [] };
  });
}

async function findProgram(database: Database, programId: number): Promise<number | undefined> {
  const [row] = await database.withSession((session) =>
    session.query<{ program_id: number }>(programExistsStatement, [programId]),
  );
  return row?.program_id;
}
