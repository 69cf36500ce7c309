// What keeps the log append-only: the role the service works in, which may read and add and nothing else, and triggers that say so
// to everybody. A dump holds no roles, so a restored database may lack all of it; nothing would fail, and the log could be changed.
// This file finds out what is missing and makes it again from the migrations that made it first. It grants nothing they did not.
import type { Client } from "pg";
import { serviceRole, withClient } from "./database.ts";
import { type Migration, readMigrations } from "./migrations/migrate.ts";

export type LogFault =
  | "role_missing"
  | "role_not_usable"
  | "grants_missing"
  | "log_changeable_by_role"
  | "trigger_missing";

export const logFaultMeanings: Readonly<Record<LogFault, string>> = {
  role_missing: `The role ${serviceRole} is missing: the service runs as its own user, who may change the log`,
  role_not_usable: `The service's user may not take the role ${serviceRole}: it runs as itself, and may change the log`,
  grants_missing: `The role ${serviceRole} lacks rights on tables of the service`,
  log_changeable_by_role: `The role ${serviceRole} may change the log`,
  trigger_missing: "A trigger that refuses changes of the log is missing or disabled",
};

/** Only select and insert are granted here. */
const appendOnlyTables = ["event", "delivery", "replay_change"];
const inspectQuery = `
  with role as (select oid, rolsuper from pg_roles where rolname = $1),
       own as (
         select c.oid, c.relname
           from pg_class c
          where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v'))
  select exists (select 1 from role) as role_exists,
         coalesce((select pg_has_role(current_user, oid, case when current_setting('server_version_num')::int >= 160000
                                                              then 'SET' else 'MEMBER' end)
                     from role), false) as role_usable,
         not exists (select 1 from role, own
                      where own.relname = any ($3::text[])
                        and not has_table_privilege(role.oid, own.oid, 'select')) as grants_complete,
         exists (select 1 from role, own
                  where own.relname = any ($2::text[])
                    and has_table_privilege(role.oid, own.oid, 'update, delete, truncate')) as log_changeable,
         (select count(*)::integer
            from own
            join pg_trigger t on t.tgrelid = own.oid and t.tgname = own.relname || '_is_append_only'
           where own.relname = any ($2::text[]) and t.tgenabled in ('O', 'A')) as triggers`;

type Inspected = {
  role_exists: boolean;
  role_usable: boolean;
  grants_complete: boolean;
  log_changeable: boolean;
  triggers: number;
};

/** Of a database that is migrated. */
export function findLogFaults(url: string): Promise<LogFault[]> {
  return withClient(url, async (client) => inspect(client, textsOf(await readMigrations())));
}

/** Returns what it restored; check again to find what it could not. */
export function repairLogProtection(url: string): Promise<LogFault[]> {
  return withClient(url, async (client) => {
    const migrations = textsOf(await readMigrations());
    const before = await inspect(client, migrations);
    if (before.length === 0) return [];
    await client.query("begin");
    if (before.includes("trigger_missing")) await makeTriggers(client, migrations);
    for (const sql of migrations) for (const block of grantBlocksOf(sql)) await client.query(block);
    if (before.includes("log_changeable_by_role")) {
      await client.query(
        `revoke update, delete, truncate on ${appendOnlyTables.join(", ")} from ${serviceRole}, public`,
      );
    }
    await client.query("commit");
    const after = await inspect(client, migrations);
    return before.filter((fault) => !after.includes(fault));
  });
}

async function inspect(client: Client, migrations: readonly string[]): Promise<LogFault[]> {
  const { rows } = await client.query<Inspected>(inspectQuery, [
    serviceRole,
    appendOnlyTables,
    migrations.flatMap(tablesOf),
  ]);
  const [found] = rows;
  if (found === undefined) throw new Error("the database did not say how its log is protected");
  const faults: LogFault[] = [];
  if (!found.role_exists) faults.push("role_missing");
  else if (!found.role_usable) faults.push("role_not_usable");
  if (!found.grants_complete) faults.push("grants_missing");
  if (found.log_changeable) faults.push("log_changeable_by_role");
  if (found.triggers < appendOnlyTables.length) faults.push("trigger_missing");
  return faults;
}

function textsOf(migrations: readonly Migration[]): string[] {
  return migrations.map(({ sql }) => sql);
}

/** Tables and views a migration makes: others in the schema are the operator's, and none of the service's concern. */
function tablesOf(sql: string): string[] {
  return [...sql.matchAll(/^create (?:table|view) (\w+)/gm)].flatMap(([, name]) => name ?? []);
}

/** The blocks of a migration that give the role its rights; each makes do with a user who may not. */
function grantBlocksOf(sql: string): string[] {
  return (sql.match(/^do \$\$\n.*?^end \$\$;$/gms) ?? []).filter((block) => block.includes(serviceRole));
}

async function makeTriggers(client: Client, texts: readonly string[]): Promise<void> {
  for (const sql of texts) {
    const made = sql.match(
      /^create (?:(?:or replace )?function refuse_change_of_the_log\(\).*?^end \$\$;|trigger \w+_is_append_only .*?;)$/gms,
    );
    for (const statement of made ?? [])
      await client.query(statement.replace(/^create (?:or replace )?/, "create or replace "));
  }
  for (const table of appendOnlyTables) {
    await client.query(`alter table ${table} enable trigger ${table}_is_append_only`);
  }
}
