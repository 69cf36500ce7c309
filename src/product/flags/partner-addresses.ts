// The network addresses that partners signed in from, for programs that compare clicks with them: as keyed digests that differ from program
// to program, for 30 days, and never shown. A click is compared when it is recorded, and the log keeps what was found, not the digest.
import type { Secrets } from "../../access/secrets.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

/** How long a sign-in counts, and its digest is kept. */
export const addressDays = 30;

const partnersStatement: Statement = {
  name: "partners_that_signed_in",
  text: "select program_id, partner_id from partner_email where email_hash = $1",
};

const looksStatement: Statement = {
  name: "program_compares_addresses",
  text: `select coalesce(settings ->> 'flag_own_device', 'off') <> 'off'
                or coalesce(settings ->> 'flag_recruit_circle', 'off') <> 'off' as looks
           from program_settings
          where program_id = $1
          order by from_event_id desc
          limit 1`,
};

const keepStatement: Statement = {
  name: "keep_partner_address",
  text: `insert into partner_address (program_id, partner_id, digest)
         values ($1, $2, $3)
         on conflict (program_id, partner_id, digest) do update set seen_at = now()`,
};

/** Of each program whose partner this person is, where it compares addresses. Answers these programs. */
export function keepPartnerAddress(
  database: Database,
  secrets: Pick<Secrets, "addressDigests">,
  { emailHash, address }: { readonly emailHash: string; readonly address: string },
): Promise<readonly number[]> {
  return database.transaction(async (session) => {
    const programs: number[] = [];
    const partners = await session.query<{ program_id: number; partner_id: number }>(partnersStatement, [emailHash]);
    for (const { program_id, partner_id } of partners) {
      const [rules] = await session.query<{ looks: boolean }>(looksStatement, [program_id]);
      const [digest] = secrets.addressDigests(program_id, address);
      if (rules?.looks !== true || digest === undefined) continue;
      await session.query(keepStatement, [program_id, partner_id, digest]);
      programs.push(program_id);
    }
    return programs;
  });
}

const forgetStatement: Statement = {
  name: "forget_partner_addresses",
  text: "delete from partner_address where program_id = $1 and partner_id = $2",
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

/** Of the partner that a person was who is erased. */
export function forgetAddressesOf(session: Session, programId: number, emailHashes: readonly string[]): void {
  void session.query(forgetPersonStatement, [programId, emailHashes]);
}
