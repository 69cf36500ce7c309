// Loads the rows of a batch, set-wise: one statement a round, regardless of the batch's size. The rounds of all programs run together. Each
// set of books that is loaded together has its own fixed statement, prepared once a connection. There could be very many sets: a process
// keeps the first few and reads all others book by book.
import type { LoadKey } from "../../core/rules/book-keys.ts";
import { bookNames, loadColumns } from "../../core/rules/book-keys.ts";
import { settlingStepsMax } from "../../core/rules/fold.ts";
import type { LoadPlan } from "../../core/rules/rows/load-plan.ts";
import type { BookName, BookRows } from "../../core/rules/rows/rows.ts";
import { readEventsById } from "../log/read.ts";
import { type Columns, type ColumnType, columnNames, encodeArray } from "../postgres/driver/binary-arrays.ts";
import type { Session } from "../postgres/driver/session.ts";
import { type Naming, type Wording, worded } from "../postgres/placement.ts";
import { bookColumns } from "./book-columns.ts";

/**
 * The partner these rows lead to is joined in, which saves a round of nearly every batch; but not where rows come from a cache, as
 * the partner then does as a rule.
 */
const leadToPartners = ["customer", "subscription", "identity", "click"] as const satisfies readonly BookName[];

/**
 * The click of a customer without a first sale is joined in too: the fold needs its newest visit. Where flags are looked for, so are the clicks
 * of all others, and what their partners sold, which is cached as partners are.
 */
const leadsToClicks: BookName = "customer";

/** A row leads to another a few times (alias, sale, what waits for it) before it leads to the next event that waits. */
const roundsPerStep = 8;

/** What is further away than an event settles is not read by its fold, and is left where it is. */
const roundsMax = settlingStepsMax * roundsPerStep;

/** A statement is prepared for each on every connection, which costs its memory. */
const loadedSetsMax = 200;

/** Rows lead to rows: runs rounds until no plan has a key left, or what is left is too far away to be settled. */
export async function loadPlanned(session: Session, plans: ReadonlyMap<number, LoadPlan>): Promise<void> {
  for (let round = 0; round < roundsMax; round++) {
    const loads = [...loadRound(session, plans)];
    if (loads.length === 0) return;
    await Promise.all(loads);
  }
}

type Key = { readonly programId: number; readonly key: LoadKey };

function* loadRound(session: Session, plans: ReadonlyMap<number, LoadPlan>): Generator<Promise<void>> {
  const keysByBook = new Map<BookName, Key[]>();
  const events: { programId: number; id: number }[] = [];
  for (const [programId, ofProgram] of plans) {
    for (const id of ofProgram.takeEvents()) events.push({ programId, id });
    for (const [name, keys] of ofProgram.takeKeys()) {
      const all = keysByBook.get(name) ?? [];
      for (const key of keys) all.push({ programId, key });
      keysByBook.set(name, all);
    }
  }
  const all = [...plans.values()];
  const joins = {
    partners: all.some(({ loadsAll }) => loadsAll),
    clicks: all.some(({ looksAtClicks }) => looksAtClicks),
    activity: all.some(({ loadsAll, countsActivity }) => loadsAll && countsActivity),
  };
  const names = bookNames.filter((name) => keysByBook.has(name));
  for (const load of loadsOf(names, joins)) {
    yield loadTogether(session, plans, load, keysByBook);
  }
  if (events.length > 0) yield loadParkedEvents(session, plans, events);
}

type FoundRow = { readonly book: number; readonly row: object };

async function loadTogether(
  session: Session,
  plans: ReadonlyMap<number, LoadPlan>,
  { wording, books, joins }: Load,
  keysByBook: ReadonlyMap<BookName, readonly Key[]>,
): Promise<void> {
  const values = books.flatMap(({ name, keyType }) => keyArrays(keysByBook.get(name) ?? [], keyType));
  const found = Map.groupBy(
    await session.query<FoundRow>(session.placement.wording(wording), values),
    (row) => row.book,
  );
  for (const [index, name] of joins.entries()) receiveJoined(plans, name, found.get(books.length + index) ?? []);
  for (const [index, { name }] of books.entries()) {
    const keys = keysByBook.get(name);
    if (keys !== undefined) receiveRows(plans, name, keys, found.get(index) ?? []);
  }
}

function keyArrays(keys: readonly Key[], keyType: ColumnType | null): Buffer[] {
  const programIds = encodeArray(
    "bigint",
    keys.map((key) => key.programId),
  );
  if (keyType === null) return [programIds];
  return [
    programIds,
    encodeArray(
      keyType,
      keys.map((key) => key.key),
    ),
  ];
}

function receiveRows<Name extends BookName>(
  plans: ReadonlyMap<number, LoadPlan>,
  name: Name,
  keys: readonly Key[],
  found: readonly FoundRow[],
): void {
  const rows = revived(name, found);
  const column = loadColumns[name][0];
  const byProgram = new Map<number, Map<LoadKey, BookRows[Name][]>>();
  for (const { programId, key } of keys) {
    const ofProgram = byProgram.get(programId) ?? new Map<LoadKey, BookRows[Name][]>();
    ofProgram.set(key, []);
    byProgram.set(programId, ofProgram);
  }
  for (const row of rows) {
    const key = column === undefined ? "" : (row as Readonly<Record<string, LoadKey>>)[column];
    if (key !== undefined) byProgram.get(row.program_id)?.get(key)?.push(row);
  }
  for (const [programId, ofProgram] of byProgram) {
    const of = plans.get(programId);
    for (const [key, ofKey] of ofProgram) of?.receive(name, key, ofKey);
  }
}

type NamedColumn = readonly [name: string, type: ColumnType];

function columnsByName<Row>(columns: Columns<Row>): NamedColumn[] {
  return columnNames(columns).map((column) => [column, columns[column]]);
}

type JoinedName = "partner" | "click" | "partner_activity";

const keyOfJoined: { readonly [Name in JoinedName]: (row: BookRows[Name]) => LoadKey } = {
  partner: (row) => row.partner_id,
  click: (row) => row.click_id,
  partner_activity: (row) => row.partner_id,
};

/** Rows that no plan has a key of yet, by the one key each is loaded by. */
function receiveJoined<Name extends JoinedName>(
  plans: ReadonlyMap<number, LoadPlan>,
  name: Name,
  found: readonly FoundRow[],
): void {
  for (const row of revived(name, found)) plans.get(row.program_id)?.receive(name, keyOfJoined[name](row), [row]);
}

function revived<Name extends BookName>(name: Name, found: readonly FoundRow[]): BookRows[Name][] {
  const columns = columnsByName<BookRows[Name]>(bookColumns[name]);
  return found.map(({ row }) => reviveRow<BookRows[Name]>(columns, row));
}

/** JSON has no word for times, and rounds numbers that only a bigint can hold. */
function reviveRow<Row>(columns: readonly NamedColumn[], row: object): Row {
  const revived: Record<string, unknown> = { ...row };
  for (const [name, type] of columns) {
    const value = revived[name];
    if (typeof value === "number" && !Number.isSafeInteger(value)) {
      throw new RangeError(`The number ${value} in ${name} does not fit a number exactly.`);
    }
    if (type === "timestamptz" && typeof value === "string") revived[name] = new Date(value);
  }
  // `bookColumns` is held against the row's type by the compiler and against the table by a test.
  return revived as Row;
}

async function loadParkedEvents(
  session: Session,
  plans: ReadonlyMap<number, LoadPlan>,
  keys: readonly { programId: number; id: number }[],
): Promise<void> {
  for (const event of await readEventsById(session, keys)) {
    plans.get(event.program_id)?.receiveParkedEvent(event);
  }
}

type Load = {
  readonly wording: Wording;
  readonly books: readonly { readonly name: BookName; readonly keyType: ColumnType | null }[];
  /** Numbered behind the books. */
  readonly joins: readonly JoinedName[];
};

const loadsBySet = new Map<string, Load>();

/** What is joined to the rows that lead to it. */
type Joins = {
  readonly partners: boolean;
  /** Of all customers, and not only of those without a first sale. */
  readonly clicks: boolean;
  readonly activity: boolean;
};

const joinsNothing: Joins = { partners: false, clicks: false, activity: false };

/** One for all, or one for each where this set is beyond those that are kept. */
function loadsOf(names: readonly BookName[], joins: Joins): Load[] {
  if (names.length === 0) return [];
  const leading = joins.partners ? leadToPartners.filter((name) => names.includes(name)) : [];
  const ofCustomers = names.includes(leadsToClicks) ? [joins.clicks, joins.activity] : [];
  const set = [...names, leading.length > 0, ...ofCustomers].join(",");
  const known = loadsBySet.get(set);
  if (known !== undefined) return [known];
  if (names.length > 1 && loadsBySet.size >= loadedSetsMax) {
    return names.flatMap((name) => loadsOf([name], joinsNothing));
  }
  const statementName = `load_${loadsBySet.size + 1}`;
  const load = loadOf(names, { leadingNames: leading, joins }, statementName);
  loadsBySet.set(set, load);
  return [load];
}

type Shape = { readonly leadingNames: readonly BookName[]; readonly joins: Joins };

function loadOf(names: readonly BookName[], shape: Shape, statementName: string): Load {
  const books = names.map((name) => ({ name, keyType: keyTypeOf(name) }));
  return {
    books,
    joins: joinedTo(names, shape, []).map(({ name }) => name),
    wording: worded((naming) => ({ name: statementName, text: textOf(books, shape, naming) })),
  };
}

function textOf(books: Load["books"], shape: Shape, naming: Naming): string {
  let parameter = 0;
  const programs: string[] = [];
  const rows = books.map(({ name, keyType }) => {
    const program = `$${++parameter}::bigint[]`;
    programs.push(program);
    if (keyType === null) return { name, from: `${name} t where t.program_id = any(${program})` };
    const key = `$${++parameter}::${keyType}[]`;
    const join = [
      "t.program_id = k.program_id",
      `t.${loadColumns[name][0]} = k.key`,
      ...naming("t.program_id", program),
    ];
    return {
      name,
      from: `(select unnest(${program}) as program_id, unnest(${key}) as key) k join ${name} t on ${join.join(" and ")}`,
    };
  });
  const leading = rows.filter(({ name }) => shape.leadingNames.includes(name) || name === leadsToClicks);
  const names = books.map(({ name }) => name);
  const joined = joinedTo(names, shape, naming("t.program_id", programs.join(" || ")));
  const parts = [
    ...rows.map((row) => ({ from: leading.includes(row) ? `${row.name}_found t` : row.from })),
    ...joined,
  ].map(({ from }, index) => `select ${index} as book, to_json(t) as row from ${from}`);
  const found = leading.map(({ name, from }) => `${name}_found as materialized (select t.* from ${from})`);
  return `${found.length > 0 ? `with ${found.join(", ")} ` : ""}${parts.join(" union all ")}`;
}

function joinedTo(
  names: readonly BookName[],
  { leadingNames, joins }: Shape,
  onTheirs: readonly string[],
): readonly { readonly name: JoinedName; readonly from: string }[] {
  const only = (...conditions: readonly string[]): string =>
    conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`;
  const ofClicks = joins.clicks ? onTheirs : ["k.first_sale_id is null", ...onTheirs];
  const keysOf = (found: readonly BookName[]): string =>
    `(${found.map((name) => `select distinct program_id, partner_id from ${name}_found`).join(" union ")}) k`;
  const partners = {
    name: "partner",
    from: `${keysOf(leadingNames)} join partner t using (program_id, partner_id)${only(...onTheirs)}`,
  } as const;
  const clicks = {
    name: "click",
    from: `${leadsToClicks}_found k join click t using (program_id, click_id)${only(...ofClicks)}`,
  } as const;
  const activity = {
    name: "partner_activity",
    from: `${keysOf([leadsToClicks])} join partner_activity t using (program_id, partner_id)${only(...onTheirs)}`,
  } as const;
  const hasCustomers = names.includes(leadsToClicks);
  return [
    ...(leadingNames.length > 0 ? [partners] : []),
    ...(hasCustomers ? [clicks] : []),
    ...(hasCustomers && joins.activity ? [activity] : []),
  ];
}

/** Null for the books that are loaded by the program alone. */
function keyTypeOf<Name extends BookName>(name: Name): ColumnType | null {
  const [column] = loadColumns[name];
  if (column === undefined) return null;
  const columns: Readonly<Record<string, ColumnType>> = bookColumns[name];
  return columns[column] ?? null;
}
