// Whether a visit came from an address that the link's partner, or the one that recruited it, signed in from lately. Asked for each click:
// what a program looks for and which addresses its partners have are remembered for a moment, so that a program that looks for nothing pays
// nothing, and a busy link asks once a second.
import type { DeviceOf } from "../core/rules/events/flag-events.ts";
import type { Database } from "../engine/postgres/database.ts";
import type { Statement } from "../engine/postgres/driver/statement.ts";
import { createLookupCache } from "./lookup-cache.ts";
import type { Secrets } from "./secrets/secrets.ts";

const entriesMax = 10_000;
const rulesLifetimeMilliseconds = 5_000;
const addressesLifetimeMilliseconds = 1_000;
/** As long as they are kept. */
const signInDays = 30;

type Link = { readonly programId: number; readonly partnerId: number };
type Rules = { readonly own: boolean; readonly recruiter: boolean };

/** Whose each digest is; the partner's own outranks its recruiter's. */
type Addresses = ReadonlyMap<string, DeviceOf>;

const rulesStatement: Statement = {
  name: "address_rules_of_program",
  text: `select coalesce(settings ->> 'flag_own_device', 'off') <> 'off' as own,
                coalesce(settings ->> 'flag_recruit_circle', 'off') <> 'off' as recruiter
           from program_settings
          where program_id = $1
          order by from_event_id desc
          limit 1`,
};

/** Of the partner, and of the one that recruited it. */
const addressesStatement: Statement = {
  name: "addresses_of_partners",
  text: `select a.partner_id, a.digest
           from partner p
           join partner_address a on a.program_id = p.program_id and a.partner_id in (p.partner_id, p.recruited_by)
          where p.program_id = $1 and p.partner_id = $2
            and a.seen_at > now() - make_interval(days => $3::integer)`,
};

export type PartnerDevices = {
  /** Undefined where it came from neither, or the program does not look at it. */
  deviceOf(link: Link, address: string): Promise<DeviceOf | undefined>;
};

export function openPartnerDevices(
  database: Database,
  secrets: Pick<Secrets, "addressDigests">,
  now: () => number,
): PartnerDevices {
  const rules = createLookupCache<number, Rules>({
    ...{ entriesMax, lifetimeMilliseconds: rulesLifetimeMilliseconds, now },
    look: (programId) => findRules(database, programId),
  });
  const addresses = createLookupCache<string, Addresses>({
    ...{ entriesMax, lifetimeMilliseconds: addressesLifetimeMilliseconds, now },
    look: (key) => findAddresses(database, linkOf(key)),
  });
  return {
    async deviceOf(link, address) {
      const looked = await rules.find(link.programId);
      if (looked === undefined || !(looked.own || looked.recruiter)) return undefined;
      const known = await addresses.find(`${link.programId} ${link.partnerId}`);
      if (known === undefined || known.size === 0) return undefined;
      for (const digest of secrets.addressDigests(link.programId, address)) {
        const whose = known.get(digest);
        if (whose !== undefined) return whose;
      }
      return undefined;
    },
  };
}

function linkOf(key: string): Link {
  const [programId, partnerId] = key.split(" ").map(Number);
  if (programId === undefined || partnerId === undefined) throw new Error(`${key} is no partner's link`);
  return { programId, partnerId };
}

async function findRules(database: Database, programId: number): Promise<Rules> {
  const [found] = await database.withSession((session) => session.query<Rules>(rulesStatement, [programId]));
  return found ?? { own: false, recruiter: false };
}

async function findAddresses(database: Database, { programId, partnerId }: Link): Promise<Addresses> {
  const rows = await database.withSession((session) =>
    session.query<{ partner_id: number; digest: string }>(addressesStatement, [programId, partnerId, signInDays]),
  );
  const own = rows.filter(({ partner_id }) => partner_id === partnerId);
  const others = rows.filter(({ partner_id }) => partner_id !== partnerId);
  return new Map([
    ...others.map(({ digest }) => [digest, "recruiter"] as const),
    ...own.map(({ digest }) => [digest, "partner"] as const),
  ]);
}
