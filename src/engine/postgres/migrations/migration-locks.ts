// What a statement of a migration keeps waiting, read from its words alone: the tables it locks, and how. That this is what
// PostgreSQL does is held by a test, which runs every migration there is.

/** The strongest first. */
export const lockModes = [
  "access exclusive",
  "exclusive",
  "share row exclusive",
  "share",
  "share update exclusive",
  "row exclusive",
] as const;

export type LockMode = (typeof lockModes)[number];

export type TableLock = {
  /** A table or, where it alone is named, an index. */
  readonly relation: string;
  readonly mode: LockMode;
};

type Reading = readonly [pattern: RegExp, locks: (match: RegExpExecArray) => readonly TableLock[]];

const lock = (relation: string | undefined, mode: LockMode): readonly TableLock[] =>
  relation === undefined ? [] : [{ relation, mode }];

const name = String.raw`(?:if (?:not )?exists )?(?:only )?"?(\w+)"?`;

/** The first that fits is it. */
const readings: readonly Reading[] = [
  [
    /^create (?:unique )?index concurrently .*? on (?:only )?(\w+)/,
    ([, table]) => lock(table, "share update exclusive"),
  ],
  [/^create (?:unique )?index .*? on (?:only )?(\w+)/, ([, table]) => lock(table, "share")],
  [new RegExp(`^drop index concurrently ${name}`), ([, index]) => lock(index, "share update exclusive")],
  [new RegExp(`^drop (?:index|table|view|sequence) ${name}`), ([, relation]) => lock(relation, "access exclusive")],
  [new RegExp(`^create table ${name}`), ([text]) => referredTo(text)],
  [
    new RegExp(`^alter table ${name} (.*)$`),
    ([, table, what = ""]) => [...lock(table, alterMode(what)), ...referredTo(what)],
  ],
  [/^create (?:or replace )?(?:constraint )?trigger .*? on (\w+)/, ([, table]) => lock(table, "share row exclusive")],
  [/^create or replace view (\w+)/, ([, view]) => lock(view, "access exclusive")],
  [/^drop trigger .*? on (\w+)/, ([, table]) => lock(table, "access exclusive")],
  [new RegExp(`^(?:update|insert into|delete from) ${name}`), ([, table]) => lock(table, "row exclusive")],
  [/^truncate (?:table )?(\w+)/, ([, table]) => lock(table, "access exclusive")],
];

/** `tableOf` finds the table of an index that is named alone: dropping the index locks that too. */
export function locksOf(statement: string, tableOf: ReadonlyMap<string, string>): TableLock[] {
  return namedLocks(statement).flatMap((each) => {
    const table = tableOf.get(each.relation);
    return table === undefined ? [each] : [each, { relation: table, mode: each.mode }];
  });
}

/** By the names of indexes; asked for with the column names `index` and `table`. */
export const tablesOfIndexesQuery = `
  select i.relname as index, t.relname as table
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_class t on t.oid = x.indrelid
   where i.relnamespace = current_schema()::regnamespace`;

/** What a server may refuse is in a block that goes on without it; its locks are those of the statements that it tries. */
const block = /^do \$\$ begin (.*?;) (?:exception when .*? )?end ?\$\$/;

function namedLocks(statement: string): TableLock[] {
  const words = statement.replace(/\s+/g, " ").toLowerCase();
  const tried = block.exec(words)?.[1];
  if (tried !== undefined) return tried.split(/; ?/).flatMap(namedLocks);
  for (const [pattern, locks] of readings) {
    const match = pattern.exec(words);
    // What follows the matched part counts too.
    if (match !== null) return [...locks(Object.assign(match, { 0: words }))];
  }
  return [];
}

const shareUpdateOnly =
  /^(validate constraint|alter (?:column )?\w+ set statistics|set \((?:fillfactor|autovacuum|toast))/;
const triggersAndKeys = /^(?:(?:disable|enable)(?: always| replica)? trigger|add (?:constraint \w+ )?foreign key)/;

function alterMode(what: string): LockMode {
  const parts = what.split(/, (?=(?:add|alter|drop|set|validate|rename|enable|disable) )/);
  if (parts.every((part) => shareUpdateOnly.test(part))) return "share update exclusive";
  if (parts.every((part) => shareUpdateOnly.test(part) || triggersAndKeys.test(part))) return "share row exclusive";
  return "access exclusive";
}

/** A foreign key makes the table it refers to take no writes while it is made. */
function referredTo(words: string): TableLock[] {
  return [...words.matchAll(/ references (\w+)/g)].flatMap(([, table]) => lock(table, "share row exclusive"));
}
