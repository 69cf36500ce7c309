// Loads the rows a batch needs, set-wise: one statement for each book and round, whatever the batch's size.
// The rounds of all programs run together and every statement of a round is sent before the first is answered.
import type { LoadKey } from "../core/books.ts";
import { loadColumns } from "../core/books.ts";
import type { BookName, BookRows } from "../core/rows.ts";
import type { Wanted } from "../core/wanted.ts";
import type { Session, Statement } from "../db/session.ts";
import { readEventsById } from "../log/read.ts";

const numberKeys = new Set<string>(["partner_id", "sale_id", "payout_id", "event_id"]);

/** A row can lead to another a few times (alias, sale, what waits for it); more rounds than this is a bug. */
const roundsMax = 50;

/** Rows leads to rows: rounds are run until no program wants anything more. */
export async function loadWanted(session: Session, wanted: ReadonlyMap<number, Wanted>): Promise<void> {
  for (let round = 0; round < roundsMax; round++) {
    const loads = [...loadRound(session, wanted)];
    if (loads.length === 0) return;
    await Promise.all(loads);
  }
  throw new Error(`the books needed more than ${roundsMax} rounds of loading`);
}

function* loadRound(session: Session, wanted: ReadonlyMap<number, Wanted>): Generator<Promise<void>> {
  const keysByBook = new Map<BookName, Key[]>();
  const events: { programId: number; id: number }[] = [];
  for (const [programId, ofProgram] of wanted) {
    for (const id of ofProgram.takeEvents()) events.push({ programId, id });
    for (const [name, keys] of ofProgram.takeKeys()) {
      const all = keysByBook.get(name) ?? [];
      for (const key of keys) all.push({ programId, key });
      keysByBook.set(name, all);
    }
  }
  for (const [name, keys] of keysByBook) yield loadBook(session, wanted, name, keys);
  if (events.length > 0) yield loadParkedEvents(session, wanted, events);
}

type Key = { readonly programId: number; readonly key: LoadKey };

async function loadBook<Name extends BookName>(
  session: Session,
  wanted: ReadonlyMap<number, Wanted>,
  name: Name,
  keys: readonly Key[],
): Promise<void> {
  const column = loadColumns[name][0];
  const values: unknown[] = [keys.map((key) => key.programId)];
  if (column !== undefined) values.push(keys.map((key) => key.key));
  const rows = await session.query<BookRows[Name]>(loadStatements[name], values);

  const groups = new Map<number, Map<LoadKey, BookRows[Name][]>>();
  for (const { programId, key } of keys) {
    const ofProgram = groups.get(programId) ?? new Map<LoadKey, BookRows[Name][]>();
    ofProgram.set(key, []);
    groups.set(programId, ofProgram);
  }
  for (const row of rows) {
    const key = column === undefined ? "" : (row as Readonly<Record<string, LoadKey>>)[column];
    if (key !== undefined) groups.get(row.program_id)?.get(key)?.push(row);
  }
  for (const [programId, ofProgram] of groups) {
    const of = wanted.get(programId);
    for (const [key, found] of ofProgram) of?.books.of[name].load(key, found);
  }
  for (const row of rows) wanted.get(row.program_id)?.wantByRow(name, row);
}

async function loadParkedEvents(
  session: Session,
  wanted: ReadonlyMap<number, Wanted>,
  keys: readonly { programId: number; id: number }[],
): Promise<void> {
  for (const event of await readEventsById(session, keys)) {
    wanted.get(event.program_id)?.wantParkedEvent(event);
  }
}

const loadStatements = statementsByBook((name) => {
  const column = loadColumns[name][0];
  if (column === undefined) {
    return `select t.* from ${name} t where t.program_id = any($1::bigint[])`;
  }
  const type = numberKeys.has(column) ? "bigint" : "text";
  return `select t.*
            from unnest($1::bigint[], $2::${type}[]) as k(program_id, key)
            join ${name} t on t.program_id = k.program_id and t.${column} = k.key`;
});

function statementsByBook(text: (name: BookName) => string): { readonly [Name in BookName]: Statement } {
  const statement = (name: BookName): Statement => ({ name: `load_${name}`, text: text(name) });
  return {
    program: statement("program"),
    program_settings: statement("program_settings"),
    policy: statement("policy"),
    partner: statement("partner"),
    click: statement("click"),
    customer: statement("customer"),
    lead: statement("lead"),
    identity: statement("identity"),
    subscription: statement("subscription"),
    payment_alias: statement("payment_alias"),
    payment_reference: statement("payment_reference"),
    sale: statement("sale"),
    commission: statement("commission"),
    adjustment: statement("adjustment"),
    payout: statement("payout"),
    payout_item: statement("payout_item"),
    sale_change: statement("sale_change"),
    platform_fee: statement("platform_fee"),
    refund: statement("refund"),
    dispute: statement("dispute"),
    parked: statement("parked"),
    outcome: statement("outcome"),
    checklist: statement("checklist"),
  };
}
