// Provider accounts: the API keys with which providers are asked for what they could not deliver, and how far that has come.
// A key is write-only: encrypted at rest, opened only to ask, never answered. Two processes may take turns; a turn that is
// lost costs time and nothing else, since what is listed twice is recorded once.

import { type Actor, requireProgramRight } from "../../access/permission.ts";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { ClientReference } from "../../core/vocabulary/facts.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

export type ProviderAccount = {
  readonly connectionId: number;
  readonly programId: number;
  readonly provider: string;
  readonly livemode: boolean;
  readonly clientReference: ClientReference | null;
  readonly apiKeyEncrypted: Buffer;
  /** Everything up to here was asked for; null before a first run has ended. */
  readonly reconciledUntil: Date | null;
};

type AccountRow = {
  connection_id: number;
  program_id: number;
  provider: string;
  livemode: boolean;
  client_reference: ClientReference | null;
  api_key_encrypted: Buffer;
  reconciled_until: Date | null;
};

/** Another key may be another account's: what was asked for with the old one says nothing about it. */
const setApiKeyStatement: Statement = {
  name: "set_api_key",
  text: `insert into provider_account (connection_id, api_key_encrypted)
         select connection_id, $3 from connection
          where program_id = $1 and connection_id = $2 and status <> 'removed'
             on conflict (connection_id)
             do update set api_key_encrypted = excluded.api_key_encrypted, api_key_set_at = now(),
                           reconciled_until = null, claimed_at = null, finished_at = null, fault = null
         returning connection_id`,
};

const removeApiKeyStatement: Statement = {
  name: "remove_api_key",
  text: `delete from provider_account a
          using connection c
          where c.connection_id = a.connection_id and c.program_id = $1 and a.connection_id = $2
            and c.status <> 'removed' and a.connecting_since is null
         returning a.connection_id`,
};

const findAccountStatement: Statement = {
  name: "find_provider_account",
  text: `select c.connection_id, c.program_id, c.provider, c.livemode, c.client_reference, a.api_key_encrypted, a.reconciled_until
           from provider_account a
           join connection c on c.connection_id = a.connection_id
          where a.connection_id = $1 and c.status = 'active' and a.connecting_since is null`,
};

/** The account that waited longest; one that another process is claiming is skipped. */
const claimAccountStatement: Statement = {
  name: "claim_provider_account",
  text: `update provider_account a
            set claimed_at = now()
           from connection c
          where c.connection_id = a.connection_id
            and a.connection_id = (
                  select due.connection_id
                    from provider_account due
                    join connection d on d.connection_id = due.connection_id and d.status = 'active'
                   where d.provider = any($2) and due.connecting_since is null
                     and (due.claimed_at is null or due.claimed_at < now() - make_interval(secs => $1))
                   order by due.claimed_at nulls first, due.connection_id
                   limit 1
                     for update of due skip locked
                )
         returning c.connection_id, c.program_id, c.provider, c.livemode, c.client_reference, a.api_key_encrypted,
                   a.reconciled_until`,
};

/** Only forward, and never past a range that was not listed. An account that got this far still has its turn. */
const noteProgressStatement: Statement = {
  name: "note_reconciled",
  text: `update provider_account
            set claimed_at = now(),
                reconciled_until = case
                  when reconciled_until is null then case when $4 then $3::timestamptz end
                  when reconciled_until >= $2::timestamptz then greatest(reconciled_until, $3::timestamptz)
                  else reconciled_until
                end
          where connection_id = $1`,
};

const noteEndStatement: Statement = {
  name: "note_reconcile_end",
  text: "update provider_account set finished_at = now(), fault = $2 where connection_id = $1",
};

export type WhichConnection = { readonly programId: number; readonly connectionId: number };

/** False when there is no such connection. */
export async function setApiKey(
  database: Database,
  secrets: Secrets,
  { programId, connectionId, apiKey }: WhichConnection & { readonly apiKey: string },
  actor: Actor,
): Promise<boolean> {
  const rows = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "settings");
    const sealed = secrets.encrypt(placeIn("provider_account", connectionId), apiKey);
    return session.query(setApiKeyStatement, [programId, connectionId, sealed]);
  });
  return rows.length > 0;
}

/** False when it had none. */
export async function removeApiKey(
  database: Database,
  { programId, connectionId }: WhichConnection,
  actor: Actor,
): Promise<boolean> {
  const rows = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "settings");
    return session.query(removeApiKeyStatement, [programId, connectionId]);
  });
  return rows.length > 0;
}

/** Undefined when the connection has no API key, or is not active. */
export async function findProviderAccount(
  database: Database,
  connectionId: number,
): Promise<ProviderAccount | undefined> {
  const [row] = await database.withSession((session) =>
    session.query<AccountRow>(findAccountStatement, [connectionId]),
  );
  return row === undefined ? undefined : accountOf(row);
}

/** The next account of one of these providers whose last turn began so long ago, claimed by this process; undefined when none is due. */
export async function claimProviderAccount(
  database: Database,
  providers: readonly string[],
  turnSeconds: number,
): Promise<ProviderAccount | undefined> {
  const [row] = await database.transaction((session) =>
    session.query<AccountRow>(claimAccountStatement, [turnSeconds, providers]),
  );
  return row === undefined ? undefined : accountOf(row);
}

/** Everything from `from` to `until` was asked for; `isFromTheBeginning` when the provider keeps nothing older. */
export async function noteReconciled(
  database: Database,
  connectionId: number,
  asked: { readonly from: Date; readonly until: Date; readonly isFromTheBeginning: boolean },
): Promise<void> {
  await database.transaction(async (session) => {
    void session.query(noteProgressStatement, [connectionId, asked.from, asked.until, asked.isFromTheBeginning]);
  });
}

/** `fault`: why it could not be asked to the end, in words; null when it could. */
export async function noteReconcileEnd(database: Database, connectionId: number, fault: string | null): Promise<void> {
  await database.transaction(async (session) => {
    void session.query(noteEndStatement, [connectionId, fault]);
  });
}

function accountOf(row: AccountRow): ProviderAccount {
  return {
    connectionId: row.connection_id,
    programId: row.program_id,
    provider: row.provider,
    livemode: row.livemode,
    clientReference: row.client_reference,
    apiKeyEncrypted: row.api_key_encrypted,
    reconciledUntil: row.reconciled_until,
  };
}
