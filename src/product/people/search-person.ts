// Where a person is in a program's log, for who erases them: searched before the head is locked, as that reads the whole log, and then
// under the lock what came since. Whoever is given another name in between is searched again, without the lock.
import { AccessRefused, type Actor, requireProgramRight } from "../../access/permission.ts";
import { readHeads } from "../../engine/log/heads.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import { inTurn } from "../../engine/recording/program-turns.ts";
import {
  type Ask,
  findDeliveriesOf,
  findEventsOf,
  findNames,
  type PersonNames,
  type Stretch,
  type WhichPerson,
} from "./person-read.ts";

/** Found before the head is locked: the log is read as a whole, and nobody waits for it. */
export type FoundInLog = {
  readonly names: PersonNames;
  readonly toSeq: number;
  readonly eventIds: number[];
  readonly deliveryIds: number[];
};

/** By what the person is called now, in the whole log. */
export function searchLog(database: Database, which: WhichPerson, actor: Actor): Promise<FoundInLog> {
  const { programId } = which;
  const look = async (session: Session): Promise<FoundInLog> => {
    await requireProgramRight(session, actor, programId, "owner");
    const ask = askIn(session);
    const names = await findNames(ask, which);
    return find(ask, which, { names, fromSeq: 0, toSeq: await readHeadSeq(session, programId) });
  };
  return inTurn(database, "longTransaction", programId, () => database.longTransaction(look));
}

/** Between the search and the head's lock. The whole log is not read under that lock: the program's payments would wait for it. */
export class NamedAnew extends Error {
  override readonly name = "NamedAnew";
}

export type Searched = {
  readonly which: WhichPerson;
  readonly found: FoundInLog;
  /** It is not searched again: whatever the person is called by now is looked for under the head's lock. */
  readonly isLast: boolean;
};

/** What came since it was looked, and what was there under names the person got since. */
export async function searchRest(session: Session, { which, found: before, isLast }: Searched): Promise<FoundInLog> {
  const ask = askIn(session);
  const toSeq = await readHeadSeq(session, which.programId);
  const names = await findNames(ask, which);
  const added = without(names, before.names);
  const isLess = countOf(without(before.names, names)) > 0;
  if (!isLast && (isLess || countOf(added) > 0)) throw new NamedAnew();
  if (isLess) return find(ask, which, { names, fromSeq: 0, toSeq });
  const found = [before, await find(ask, which, { names, fromSeq: before.toSeq, toSeq })];
  if (countOf(added) > 0) found.push(await find(ask, which, { names: added, fromSeq: 0, toSeq: before.toSeq }));
  return {
    names,
    toSeq,
    eventIds: [...new Set(found.flatMap(({ eventIds }) => eventIds))],
    deliveryIds: [...new Set(found.flatMap(({ deliveryIds }) => deliveryIds))],
  };
}

function without(names: PersonNames, others: PersonNames): PersonNames {
  const left = (kind: keyof PersonNames): string[] => {
    const known = new Set(others[kind]);
    return names[kind].filter((name) => !known.has(name));
  };
  return {
    customer_keys: left("customer_keys"),
    email_hashes: left("email_hashes"),
    payers: left("payers"),
    click_ids: left("click_ids"),
    aliases: left("aliases"),
  };
}

const countOf = (names: PersonNames): number => Object.values(names).reduce((sum, each) => sum + each.length, 0);

async function find(
  ask: Ask,
  which: WhichPerson,
  { names, ...stretch }: Stretch & { readonly names: PersonNames },
): Promise<FoundInLog> {
  const eventIds = await findEventsOf(ask, which.programId, names, stretch);
  const deliveryIds = await findDeliveriesOf(ask, which, { ...stretch, names, eventIds });
  return { names, toSeq: stretch.toSeq, eventIds, deliveryIds };
}

const askIn =
  (session: Session): Ask =>
  (name, text, values) =>
    session.query({ name, text }, values);

async function readHeadSeq(session: Session, programId: number): Promise<number> {
  const [head] = await readHeads(session, [programId]);
  // The operator's right is asked of no program.
  if (head === undefined) throw new AccessRefused("not_found", `There is no program ${programId}.`);
  return head.seq;
}
