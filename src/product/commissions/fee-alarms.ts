// Names to the operator, as alarms by program and month (UTC), what only the brand's word took off the platform fees of payments that
// providers verified, or would have taken. An alarm follows its sum, and closes by itself once providers have reported all of it.
// A word is given a quarter of an hour first: a brand that calls as its provider reports is no news.
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import { decimalAmount, type Sum } from "../../core/vocabulary/money/money.ts";
import { raiseAlarm } from "../../engine/integrity/alarms.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

const minutesForTheProvider = 15;
const kind = "fees_by_word";
/** Who closes it where no person did. */
const byItself = "service";

export type FeeAlarm = { readonly programId: number; readonly month: string; readonly detail: string };

type Word = {
  readonly program_id: number;
  readonly month: string;
  readonly currency: Currency;
  readonly taken_cents: Sum;
  readonly kept_cents: Sum;
};

const wordsStatement: Statement = {
  name: "fees_by_word",
  text: `select f.program_id, w.month, f.currency,
                coalesce(sum(w.cents) filter (where f.taken_by_word_cents is not null), 0) as taken_cents,
                coalesce(sum(w.cents) filter (where f.kept_against_word_cents is not null), 0) as kept_cents
           from platform_fee f
          cross join lateral jsonb_to_recordset(f.words) w (month text, cents bigint, since timestamptz)
          where f.words is not null
            and w.since <= $1::timestamptz - make_interval(mins => $2::integer)
          group by f.program_id, w.month, f.currency
          order by f.program_id, w.month, f.currency`,
};

const openStatement: Statement = {
  name: "open_fee_alarms",
  text: `select program_id as "programId", left(detail, 7) as month, detail
           from alarm
          where kind = '${kind}' and acknowledged_at is null`,
};

const followStatement: Statement = {
  name: "follow_fee_alarm",
  text: `update alarm
            set detail = $3, last_seen_at = now()
          where program_id = $1 and kind = '${kind}' and detail = $2 and acknowledged_at is null`,
};

const closeStatement: Statement = {
  name: "close_fee_alarm",
  text: `update alarm
            set acknowledged_at = now(), acknowledged_by = '${byItself}', reason = $3
          where program_id = $1 and kind = '${kind}' and detail = $2 and acknowledged_at is null`,
};

const isAcknowledgedStatement: Statement = {
  name: "fee_alarm_acknowledged",
  text: `select 1
           from alarm
          where program_id = $1 and kind = '${kind}' and detail = $2
            and acknowledged_at is not null and acknowledged_by <> '${byItself}'`,
};

const closedReason = "Providers have reported all of it since.";

/** Answers what was raised or has another sum now. */
export async function watchFees(database: Database, now: Date): Promise<readonly FeeAlarm[]> {
  const words = await database.withSession((session) =>
    session.query<Word>(wordsStatement, [now, minutesForTheProvider]),
  );
  const alarms = alarmsOf(words);
  return database.transaction(async (session) => {
    const open = await session.query<FeeAlarm>(openStatement, []);
    const isOf = (one: FeeAlarm) => (other: FeeAlarm) => one.programId === other.programId && one.month === other.month;
    for (const alarm of open) {
      if (!alarms.some(isOf(alarm))) {
        await session.query(closeStatement, [alarm.programId, alarm.detail, closedReason]);
      }
    }
    const news: FeeAlarm[] = [];
    for (const alarm of alarms) if (await follow(session, alarm, open.find(isOf(alarm)))) news.push(alarm);
    return news;
  });
}

/** What was acknowledged in the same words is not raised again. */
async function follow(session: Session, alarm: FeeAlarm, before: FeeAlarm | undefined): Promise<boolean> {
  const { programId, detail } = alarm;
  if (before?.detail === detail) return false;
  if (before !== undefined) {
    await session.query(followStatement, [programId, before.detail, detail]);
    return true;
  }
  if ((await session.query(isAcknowledgedStatement, [programId, detail])).length > 0) return false;
  await raiseAlarm(session, { programId, kind, detail }, { isNew: true });
  return true;
}

function alarmsOf(words: readonly Word[]): FeeAlarm[] {
  const byMonth = Map.groupBy(words, ({ program_id, month }) => `${program_id} ${month}`);
  return [...byMonth.values()].flatMap((ofMonth) => {
    const [first] = ofMonth;
    if (first === undefined) return [];
    const sentences = [
      sentence(ofMonth, "taken_cents", "The brand's word alone took", "off the platform fees of verified payments"),
      sentence(
        ofMonth,
        "kept_cents",
        "Against the brand's word",
        "of the platform fees of verified payments were kept",
      ),
    ].filter((text) => text !== null);
    const detail = `${first.month}: ${sentences.join(" ")} See them with: svc fees list --program ${first.program_id} --by word`;
    return [{ programId: first.program_id, month: first.month, detail }];
  });
}

function sentence(
  words: readonly Word[],
  column: "taken_cents" | "kept_cents",
  before: string,
  after: string,
): string | null {
  const sums = words.filter((word) => String(word[column]) !== "0");
  if (sums.length === 0) return null;
  const amounts = sums.map((word) => `${decimalAmount(word[column], word.currency)} ${word.currency}`);
  return `${before} ${amounts.join(" and ")} ${after}; no provider reported that it went back.`;
}
