// Sends people notices about their programs: three jobs find news, find what a period's end brings, and send what is due. They read after
// everything else and never delay recording. With any number of processes, each notice is created once and each letter is sent by one: what
// may have been sent is not sent again.
import type { Logger } from "pino";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { aboutNotices, isNoticeKind } from "../../core/vocabulary/notice-kinds.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Places } from "../../limits/fair-turns.ts";
import { workInTurns } from "../../limits/work-in-turns.ts";
import { type Mailer, MailNotSent } from "../../mail/mailer.ts";
import { secondsAsked } from "../messages/retry-plan.ts";
import type { Sender, Sent } from "../messages/sender.ts";
import { ProgramWorkspaces } from "../programs/workspaces-read.ts";
import { channelBodyOf } from "./channel-letter.ts";
import { findSilentConnections } from "./delivery-days.ts";
import { findNews } from "./find-news.ts";
import { findWithRecipients, type Periodic, periodicOf } from "./find-periodic.ts";
import { letterOf } from "./letter.ts";
import { secondsToNextTry } from "./letter-retries.ts";
import { mailOf } from "./mail-letter.ts";
import { type Finding, type NoticeFacts, noticeFacts } from "./notice-facts.ts";
import { findNoticePeople, findRecipients, wants } from "./people-read.ts";
import { type DueLetter, type LetterEnd, NoticeStore } from "./store.ts";
import { unsubscribeToken } from "./unsubscribe.ts";

/** Each is a connection to a mail server or a channel: of a process, and of one workspace. */
const letters: Places = { total: 20, perShare: 5 };
const gone: readonly number[] = [403, 404, 410];
const tooMany = 429;
const redirectFrom = 300;
const faultFrom = 500;

export type NoticeParts = {
  readonly database: Database;
  readonly secrets: Secrets;
  /** Null without a mail server: then no mail is sent. */
  readonly mailer: Pick<Mailer, "send"> | null;
  readonly sender: Pick<Sender, "send">;
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
  /** In milliseconds. */
  readonly now: () => number;
  readonly log: Logger;
};

export type Notices = {
  findNews(stop: AbortSignal): Promise<void>;
  findPeriodic(stop: AbortSignal): Promise<void>;
  send(stop: AbortSignal): Promise<void>;
  removeOld(stop: AbortSignal): Promise<void>;
};

export function openNotices(parts: NoticeParts): Notices {
  const { database, mailer, now } = parts;
  const store = new NoticeStore(database);
  const workspaces = new ProgramWorkspaces(database);
  const db = database.kysely;
  const sendsMail = mailer !== null;
  const upSince = now();

  async function notify(finding: Finding, isKnown: boolean): Promise<void> {
    const { programId, facts } = finding;
    if (isKnown || facts.kind === "test") return;
    const recipients = await findRecipients(db, programId, facts.kind, sendsMail);
    if (recipients.length > 0) await store.add(finding, recipients);
  }

  async function notifyOfPeriod(programId: number, { kind, cause, find }: Periodic): Promise<void> {
    if (await store.isSent(programId, kind, cause)) return;
    const recipients = await findRecipients(db, programId, kind, sendsMail);
    const facts = recipients.length === 0 ? null : await find(db, programId);
    if (facts !== null) await store.add({ programId, cause, facts }, recipients);
  }

  async function notifyOfSilence(programId: number, stop: AbortSignal): Promise<void> {
    const recipients = await findRecipients(db, programId, "deliveries_stopped", sendsMail);
    if (recipients.length === 0) return;
    const findings = await findSilentConnections(database, programId, { now: now(), upSince }, stop);
    for (const finding of findings) await store.add(finding, recipients);
  }

  return {
    async findNews(stop) {
      if (!sendsMail && !(await store.hasChannels())) return;
      const findings = await findNews(db, new Date(now()));
      const known = await store.known(findings);
      for (const finding of findings) {
        if (stop.aborted) return;
        await notify(finding, known.has(finding));
      }
    },
    async findPeriodic(stop) {
      const periods = periodicOf(new Date(now()));
      for (const programId of await findWithRecipients(db, sendsMail)) {
        for (const period of periods) {
          if (stop.aborted) return;
          await notifyOfPeriod(programId, period);
        }
        if (!stop.aborted) await notifyOfSilence(programId, stop);
      }
    },
    async send(stop) {
      await store.endUnclear();
      const ofWorkspaces = {
        places: letters,
        due: async () => workspaces.group(await store.duePrograms()),
        start: async (programIds: readonly number[], room: number) =>
          (await store.claim(programIds, room)).map((letter) => sendAndNote(parts, store, letter)),
      };
      await workInTurns(ofWorkspaces, stop);
    },
    removeOld: (stop) => store.removeOld(stop),
  };
}

/** Never rejects. If the result cannot be stored, it counts as unclear once its lease is over. */
async function sendAndNote(parts: NoticeParts, store: NoticeStore, letter: DueLetter): Promise<void> {
  const { log } = parts;
  const { program_id, notice_id } = letter;
  try {
    const end = await sendOne(parts, store, letter);
    if (end.status === "pending" || end.status === "failed") {
      log.warn({ program_id, notice_id, fault: end.fault }, "a notice could not be sent");
    }
    await store.end(letter, end);
  } catch (error) {
    log.warn({ err: error, program_id, notice_id }, "the result of a notice could not be stored");
  }
}

/** What it answers is kept; a fault of ours is worth another try as well. */
async function sendOne(parts: NoticeParts, store: NoticeStore, letter: DueLetter): Promise<LetterEnd> {
  const [kind, ...id] = letter.recipient.split(":");
  const facts = noticeFacts.safeParse(letter.facts).data;
  if (facts === undefined) return dropped("What it was to say cannot be read.");
  try {
    return kind === "channel"
      ? await sendToChannel(parts, store, letter, { facts, channelId: Number(id.join(":")) })
      : await sendToPerson(parts, letter, { facts, userId: id.join(":") });
  } catch (error) {
    return again(letter, error instanceof Error ? error.message : String(error));
  }
}

function dropped(fault: string): LetterEnd {
  return { status: "dropped", fault };
}

function again({ attempts }: DueLetter, fault: string, askedSeconds: number | null = null): LetterEnd {
  const seconds = secondsToNextTry(attempts, Math.random());
  if (seconds === null) return { status: "failed", fault };
  return { status: "pending", fault, waitSeconds: Math.max(seconds, askedSeconds ?? 0) };
}

type ToPerson = { readonly facts: NoticeFacts; readonly userId: string };

/** Who has left, or turned it off since it was found, is not written to. */
async function sendToPerson(parts: NoticeParts, letter: DueLetter, { facts, userId }: ToPerson): Promise<LetterEnd> {
  const { mailer, database, secrets, baseUrl } = parts;
  const { program_id: programId, notice_id, program_name: programName } = letter;
  if (mailer === null) return dropped("No mail server is configured any more.");
  const [person] = await findNoticePeople(database.kysely, programId, { userId });
  if (person?.is_proven !== true) return dropped("Its recipient is not in the workspace any more.");
  const kind = isNoticeKind(facts.kind) ? facts.kind : null;
  if (kind !== null && !wants(person, kind)) return dropped("Its recipient has turned it off.");
  const token = unsubscribeToken(secrets, { programId, userId, kind: kind ?? "all" });
  const { hostname } = new URL(baseUrl);
  const mail = mailOf(letterOf(facts, { programId, programName }), {
    to: person.email,
    baseUrl,
    unsubscribeUrl: `${baseUrl}/notices/off?token=${token}`,
    settingsUrl: `${baseUrl}/programs/${programId}/settings/notices`,
    messageId: `<notice-${programId}-${notice_id}-${secrets.fingerprint(userId).slice(0, messageIdCharacters)}@${hostname}>`,
    listId: `<program-${programId}.notices.${hostname}>`,
    kindTitle: kind === null ? "A test" : aboutNotices[kind].title,
  });
  try {
    await mailer.send(mail);
    return { status: "sent", fault: null };
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error;
    switch (error.fault) {
      case "refused":
        return { status: "failed", fault: error.message };
      case "unclear":
        return { status: "unclear", fault: error.message };
      case "passing":
        return again(letter, error.message);
    }
  }
}

const messageIdCharacters = 16;

type ToChannel = { readonly facts: NoticeFacts; readonly channelId: number };

async function sendToChannel(
  { sender, secrets, baseUrl, now }: NoticeParts,
  store: NoticeStore,
  letter: DueLetter,
  { facts, channelId }: ToChannel,
): Promise<LetterEnd> {
  const { program_id: programId, program_name: programName } = letter;
  const sealed = await store.channelOf(programId, channelId);
  if (sealed === undefined) return dropped("Its channel is paused or removed.");
  const sent = await sender.send(
    {
      via: "http",
      messageId: null,
      url: secrets.decrypt(placeIn("notice_channel", programId, channelId), sealed),
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "svc-notices/1" },
      body: channelBodyOf(letterOf(facts, { programId, programName }), baseUrl),
    },
    new AbortController().signal,
  );
  if (sent.status !== null && gone.includes(sent.status)) {
    await store.pauseChannel(programId, channelId, `It answered ${answerOf(sent)}.`);
  }
  return endOf(letter, sent, new Date(now()));
}

function answerOf({ status, fault, response }: Sent): string {
  return fault ?? `${status} ${response ?? ""}`.trim();
}

function endOf(letter: DueLetter, sent: Sent, now: Date): LetterEnd {
  const { status, isHandedOver } = sent;
  const fault = answerOf(sent);
  if (status === null) return isHandedOver ? { status: "unclear", fault } : again(letter, fault);
  if (status === tooMany || status >= faultFrom) return again(letter, fault, secondsAsked(sent.retryAfter, now));
  // A redirect is not followed: where it leads was never judged.
  return status >= redirectFrom ? { status: "failed", fault } : { status: "sent", fault: null };
}
