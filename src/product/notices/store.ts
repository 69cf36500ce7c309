// Notices and their letters in the database. A notice is created with all its letters or not at all, and once for its cause. A letter is
// claimed for a while before it is sent: a sender that stopped without a result may have sent it, so it is not sent again.
import type { NoticeKind } from "../../core/vocabulary/notice-kinds.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { Finding } from "./notice-facts.ts";

/** Longer than any sending takes. */
const leaseSeconds = 180;
const keptDays = 90;
const removedAtOnce = 1_000;

const addStatement: Statement = {
  name: "add_notice",
  text: `with made as (
           insert into notice (program_id, kind, cause, facts)
           values ($1, $2, $3, $4)
           on conflict (program_id, kind, cause) do nothing
           returning notice_id
         ), addressed as (
           insert into notice_letter (program_id, notice_id, recipient)
           select $1::bigint, made.notice_id, unnest($5::text[])
             from made
           returning recipient
         )
         select made.notice_id, (select count(*) from addressed) as letters
           from made`,
};

const hasChannelsStatement: Statement = {
  name: "has_notice_channels",
  text: "select 1 from notice_channel where status = 'active' limit 1",
};

const knownStatement: Statement = {
  name: "known_notices",
  text: `select f.place
           from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality f(program_id, kind, cause, place)
           join notice n on n.program_id = f.program_id and n.kind = f.kind and n.cause = f.cause`,
};

/** The one that has waited longest first. */
const dueStatement: Statement = {
  name: "programs_with_letters",
  text: `select program_id
           from notice_letter
          where status = 'pending' and next_attempt_at <= clock_timestamp()
          group by program_id
          order by min(next_attempt_at)`,
};

const claimStatement: Statement = {
  name: "claim_letters",
  text: `update notice_letter l
            set status = 'sending', attempts = attempts + 1,
                leased_until = clock_timestamp() + make_interval(secs => $2::integer)
           from (select program_id, notice_id, recipient
                   from notice_letter
                  where status = 'pending' and next_attempt_at <= clock_timestamp() and program_id = any($3::bigint[])
                  order by next_attempt_at
                  limit $1
                    for update skip locked) due
           join notice n on n.program_id = due.program_id and n.notice_id = due.notice_id
          where l.program_id = due.program_id and l.notice_id = due.notice_id and l.recipient = due.recipient
         returning l.program_id, l.notice_id, l.recipient, l.attempts, n.kind, n.facts`,
};

const programNamesStatement: Statement = {
  name: "names_of_programs_told",
  text: "select program_id, name from program where program_id = any($1::bigint[])",
};

const unclearStatement: Statement = {
  name: "letters_left_unclear",
  text: `update notice_letter
            set status = 'unclear', leased_until = null, ended_at = clock_timestamp(),
                fault = 'The sender stopped before confirming delivery; it is not retried.'
          where status = 'sending' and leased_until < clock_timestamp()`,
};

const endStatement: Statement = {
  name: "end_letter",
  text: `update notice_letter
            set status = $4, fault = $5, leased_until = null,
                next_attempt_at = clock_timestamp() + make_interval(secs => coalesce($6::float, 0)),
                ended_at = case when $4 = 'pending' then null else clock_timestamp() end
          where program_id = $1 and notice_id = $2 and recipient = $3 and status = 'sending'`,
};

const channelStatement: Statement = {
  name: "channel_of_letter",
  text: `select url_encrypted
           from notice_channel
          where program_id = $1 and channel_id = $2 and status = 'active'`,
};

const pauseChannelStatement: Statement = {
  name: "pause_channel",
  text: `update notice_channel
            set status = 'paused', paused_because = $3
          where program_id = $1 and channel_id = $2 and status = 'active'`,
};

const removeStatement: Statement = {
  name: "remove_old_notices",
  text: `with old as (
           select program_id, notice_id
             from notice
            where found_at < now() - make_interval(days => $1::integer) and kind not in ('first_sale', 'key_rotation')
            order by found_at
            limit $2
         ), letters as (
           delete from notice_letter l
            using old
            where l.program_id = old.program_id and l.notice_id = old.notice_id
         )
         delete from notice n
          using old
          where n.program_id = old.program_id and n.notice_id = old.notice_id
         returning n.notice_id`,
};

export type DueLetter = {
  readonly program_id: number;
  readonly notice_id: number;
  readonly recipient: string;
  /** This one included. */
  readonly attempts: number;
  readonly kind: string;
  readonly facts: unknown;
  readonly program_name: string;
};

export type LetterKey = Pick<DueLetter, "program_id" | "notice_id" | "recipient">;

/** The result of an attempt; `pending` is tried again after `waitSeconds`. */
export type LetterEnd = {
  readonly status: "sent" | "pending" | "failed" | "unclear" | "dropped";
  readonly fault: string | null;
  readonly waitSeconds?: number;
};

export class NoticeStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** False if its cause had a notice before. */
  async add({ programId, cause, facts }: Finding, recipients: readonly string[]): Promise<boolean> {
    const values = [programId, facts.kind, cause, JSON.stringify(facts), recipients];
    const made = await this.#database.transaction((session) => session.query(addStatement, values));
    return made.length > 0;
  }

  async hasChannels(): Promise<boolean> {
    return (await this.#database.transaction((session) => session.query(hasChannelsStatement, []))).length > 0;
  }

  /** Those whose cause had a notice. */
  async known(findings: readonly Finding[]): Promise<ReadonlySet<Finding>> {
    const values = [
      findings.map(({ programId }) => programId),
      findings.map(({ facts }) => facts.kind),
      findings.map(({ cause }) => cause),
    ];
    type Row = { readonly place: number };
    const rows = await this.#database.transaction((session) => session.query<Row>(knownStatement, values));
    const places = new Set(rows.map(({ place }) => place));
    return new Set(findings.filter((_, index) => places.has(index + 1)));
  }

  async isSent(programId: number, kind: NoticeKind, cause: string): Promise<boolean> {
    const values = [[programId], [kind], [cause]];
    return (await this.#database.transaction((session) => session.query(knownStatement, values))).length > 0;
  }

  /** What may have been sent and was never said to be. */
  async endUnclear(): Promise<void> {
    await this.#database.transaction((session) => session.query(unclearStatement, []));
  }

  /** Those with letters to send now. */
  async duePrograms(): Promise<number[]> {
    type Row = { readonly program_id: number };
    const rows = await this.#database.transaction((session) => session.query<Row>(dueStatement, []));
    return rows.map(({ program_id }) => program_id);
  }

  claim(ofPrograms: readonly number[], atMost: number): Promise<DueLetter[]> {
    return this.#database.transaction(async (session) => {
      const values = [atMost, leaseSeconds, ofPrograms];
      const claimed = await session.query<Omit<DueLetter, "program_name">>(claimStatement, values);
      if (claimed.length === 0) return [];
      const programIds = [...new Set(claimed.map(({ program_id }) => program_id))];
      type Named = { readonly program_id: number; readonly name: string };
      const programs = await session.query<Named>(programNamesStatement, [programIds]);
      const names = new Map(programs.map(({ program_id, name }) => [program_id, name]));
      return claimed.map((letter) => ({ ...letter, program_name: names.get(letter.program_id) ?? "" }));
    });
  }

  async end(letter: LetterKey, { status, fault, waitSeconds }: LetterEnd): Promise<void> {
    const values = [letter.program_id, letter.notice_id, letter.recipient, status, fault, waitSeconds ?? null];
    await this.#database.transaction((session) => session.query(endStatement, values));
  }

  /** Undefined where it is paused or gone. */
  async channelOf(programId: number, channelId: number): Promise<Buffer | undefined> {
    type Row = { readonly url_encrypted: Buffer };
    const [row] = await this.#database.transaction((session) =>
      session.query<Row>(channelStatement, [programId, channelId]),
    );
    return row?.url_encrypted;
  }

  async pauseChannel(programId: number, channelId: number, because: string): Promise<void> {
    await this.#database.transaction((session) =>
      session.query(pauseChannelStatement, [programId, channelId, because]),
    );
  }

  /** What may be found again for longer stays: the first sale, and a key whose deadline is far away. */
  async removeOld(stop?: AbortSignal): Promise<void> {
    for (let removed = removedAtOnce; removed === removedAtOnce && stop?.aborted !== true; ) {
      const rows = await this.#database.transaction((session) =>
        session.query(removeStatement, [keptDays, removedAtOnce]),
      );
      removed = rows.length;
    }
  }
}
