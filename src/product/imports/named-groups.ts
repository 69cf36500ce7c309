// The groups that a file names: found by their id or by their name, and made only where the import says so.
import { defaultGroupId, groupIdOf, groupsMax } from "../../core/rules/events/group-events.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { Importing } from "./importing.ts";

const groupsStatement: Statement = {
  name: "groups_of_import",
  text: `select distinct on (group_id) group_id, settings ->> 'name' as name
           from partner_group
          where program_id = $1
          order by group_id, from_event_id desc`,
};

const groupsOfPartnersStatement: Statement = {
  name: "groups_of_imported_partners",
  text: `select partner_id, coalesce(group_moves -> -1 ->> 'group_id', $3) as group_id
           from partner
          where program_id = $1 and partner_id = any($2::bigint[])`,
};

/** The id of the group, or what is wrong with its name. */
export type FoundGroup = { readonly id: string; readonly isNew: boolean } | { readonly fault: string };

type FindGroup = (given: string, how?: { readonly mayAdd: boolean }) => FoundGroup;

/** What each name in a batch means: the first that is missing is there for the rest. */
export async function findGroups(session: Session, importing: Importing): Promise<FindGroup> {
  const rows = await session.query<{ group_id: string; name: string }>(groupsStatement, [importing.programId]);
  const known = new Set([defaultGroupId, ...importing.wouldBeGroups, ...rows.map(({ group_id }) => group_id)]);
  let count = rows.length + importing.wouldBeGroups.size;
  const byName = new Map<string, string[]>();
  for (const { group_id, name } of rows) {
    const plain = name.toLowerCase();
    byName.set(plain, [...(byName.get(plain) ?? []), group_id]);
  }
  return (given, { mayAdd } = { mayAdd: importing.createsGroups }) => {
    const id = groupIdOf(given);
    if (id !== undefined && known.has(id)) return { id, isNew: false };
    const [named, another] = byName.get(given.toLowerCase()) ?? [];
    if (another !== undefined)
      return { fault: `names the group ${given}, which two are called: write the group's id.` };
    if (named !== undefined) return { id: named, isNew: false };
    if (id === undefined || !mayAdd) {
      return { fault: `names the group ${given}, which is not here: make it first, or let the import create groups.` };
    }
    if (count >= groupsMax) {
      return { fault: `names the group ${given}, and the program has as many groups as there may be: ${groupsMax}.` };
    }
    known.add(id);
    count += 1;
    if (!importing.isApplied) importing.wouldBeGroups.add(id);
    return { id, isNew: true };
  };
}

/** Which group each of these partners is in. */
export async function findGroupsOf(
  session: Session,
  { programId }: Importing,
  partnerIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await session.query<{ partner_id: number; group_id: string }>(groupsOfPartnersStatement, [
    programId,
    partnerIds,
    defaultGroupId,
  ]);
  return new Map(rows.map(({ partner_id, group_id }) => [partner_id, group_id]));
}
