// Searches a program's log for a person to erase: before the head is locked, since that reads the whole log, and then under the lock only
// later events. A person with a new name in between is searched again, without the lock.
import { AccessRefused } from "../../access/access-refused.ts";
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import { readHeads } from "../../engine/log/heads.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import { inTurn } from "../../engine/recording/program-turns.ts";
import { countOf, without } from "./person-names.ts";
import { type Ask, findDeliveriesOf, type GatheredPerson, gatherPerson, type WhichPerson } from "./person-read.ts";

/** Found before the head is locked: reading the whole log makes no one wait. */
export type FoundInLog = GatheredPerson & { readonly deliveryIds: readonly number[] };

/** By what the person is called now, in the whole log. */
export function searchLog(database: Database, which: WhichPerson, actor: Actor): Promise<FoundInLog> {
  const { programId } = which;
  const look = async (session: Session): Promise<FoundInLog> => {
    await requireProgramRight(session, actor, programId, "personal_data");
    const ask = askIn(session);
    const person = await gatherPerson(ask, which, await readHeadSeq(session, programId));
    return { ...person, deliveryIds: await findDeliveriesOf(ask, which, { ...person, fromSeq: 0 }) };
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
  /** It is not searched again: the person's current names are searched under the head's lock. */
  readonly isLast: boolean;
};

/** What came since it was looked, and what was there under names the person got since. */
export async function searchRest(session: Session, { which, found: before, isLast }: Searched): Promise<FoundInLog> {
  const ask = askIn(session);
  const toSeq = await readHeadSeq(session, which.programId);
  const beginAnew = (): void => {
    if (!isLast) throw new NamedAnew();
  };
  const person = await gatherPerson(ask, which, toSeq, { before, onNew: beginAnew });
  const added = without(person.names, before.names);
  const isLess = countOf(without(before.names, person.names)) > 0;
  if (isLess || countOf(added) > 0) beginAnew();
  if (isLess) return { ...person, deliveryIds: await findDeliveriesOf(ask, which, { ...person, fromSeq: 0 }) };
  const isKnown = new Set(before.eventIds);
  const eventIds = person.eventIds.filter((id) => !isKnown.has(id));
  const since = await findDeliveriesOf(ask, which, { ...person, fromSeq: before.toSeq });
  const isMore = countOf(added) > 0 || eventIds.length > 0;
  const behind = { names: added, eventIds, fromSeq: 0, toSeq: before.toSeq };
  const earlier = isMore ? await findDeliveriesOf(ask, which, behind) : [];
  return { ...person, deliveryIds: [...new Set([...before.deliveryIds, ...since, ...earlier])] };
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
