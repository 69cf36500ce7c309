// The network addresses that partners signed in from, for programs that compare clicks with them: as keyed digests that differ from program
// to program, for 30 days, and never shown. A click is compared when it is recorded, and the log keeps what was found, not the digest.
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

/** How long a sign-in counts, and its digest is kept. */
export const addressDays = 30;

const partnersStatement: Statement = {
  name: "partners_that_signed_in",
  text: "select program_id, partner_id from partner_email where email_hash = $1 order by program_id",
};

const looksStatement: Statement = {
  name: "programs_that_compare_addresses",
  text: `select program_id
           from (select distinct on (program_id) program_id, settings
                   from program_settings
                  where program_id = any($1::bigint[])
                  order by program_id, from_event_id desc) newest
          where coalesce(settings ->> 'flag_own_device', 'off') <> 'off'
             or coalesce(settings ->> 'flag_recruit_circle', 'off') <> 'off'`,
};

const keepStatement: Statement = {
  name: "keep_partner_address",
  text: `insert into partner_address (program_id, partner_id, digest)
         select * from unnest($1::bigint[], $2::bigint[], $3::text[])
         on conflict (program_id, partner_id, digest) do update set seen_at = now()`,
};

/** Of each program whose partner this person is, where it compares addresses. Answers these programs. */
export function keepPartnerAddress(
  database: Database,
  secrets: Pick<Secrets, "addressDigests">,
  { emailHash, address }: { readonly emailHash: string; readonly address: string },
): Promise<readonly number[]> {
  return database.transaction(async (session) => {
    const partners = await session.query<{ program_id: number; partner_id: number }>(partnersStatement, [emailHash]);
    if (partners.length === 0) return [];
    const looking = await session.query<{ program_id: number }>(looksStatement, [
      partners.map(({ program_id }) => program_id),
    ]);
    const programs = new Set(looking.map(({ program_id }) => program_id));
    const kept = partners.flatMap(({ program_id, partner_id }) => {
      const [digest] = secrets.addressDigests(program_id, address);
      return programs.has(program_id) && digest !== undefined ? [{ program_id, partner_id, digest }] : [];
    });
    if (kept.length === 0) return [];
    await session.query(keepStatement, [
      kept.map(({ program_id }) => program_id),
      kept.map(({ partner_id }) => partner_id),
      kept.map(({ digest }) => digest),
    ]);
    return kept.map(({ program_id }) => program_id);
  });
}

const forgetStatement: Statement = {
  name: "forget_partner_addresses",
  text: "delete from partner_address where program_id = $1 and partner_id = $2",
};

const forgetOthersStatement: Statement = {
  name: "forget_addresses_of_other_email",
  text: `delete from partner_address a
          using partner_email e
          where a.program_id = $1 and a.partner_id = $2
            and e.program_id = a.program_id and e.partner_id = a.partner_id and e.email_hash <> $3`,
};

const forgetPersonStatement: Statement = {
  name: "forget_addresses_of_person",
  text: `delete from partner_address a
          using partner_email e
          where a.program_id = $1 and e.program_id = a.program_id and e.partner_id = a.partner_id
            and e.email_hash = any($2::text[])`,
};

/** With the e-mail by which the partner signs in. Sends the statement and does not wait: the transaction's commit does. */
export function forgetPartnerAddresses(session: Session, programId: number, partnerId: number): void {
  void session.query(forgetStatement, [programId, partnerId]);
}

/** Before another e-mail takes its place: anyone who signed in by the one before may be another person. */
export function forgetOtherAddresses(
  session: Session,
  { programId, partnerId }: { readonly programId: number; readonly partnerId: number },
  emailHash: string,
): void {
  void session.query(forgetOthersStatement, [programId, partnerId, emailHash]);
}

/** Of the partner that a person was who is erased. */
export function forgetAddressesOf(session: Session, programId: number, emailHashes: readonly string[]): void {
  void session.query(forgetPersonStatement, [programId, emailHashes]);
}
