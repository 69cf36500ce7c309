// A person's notices about a program by mail, and the notices that were sent. Everyone chooses for themselves: an operator may name a
// person.
import { z } from "zod";
import { emailCharactersMax } from "../../core/vocabulary/facts.ts";
import { flag, oneOf, rule, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { aboutNotices, isOnByDefault, noticeKinds } from "../../core/vocabulary/notice-kinds.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import { chooseNotices } from "./choices.ts";
import { listNotices, noticeFilters, noticeLine } from "./list.ts";
import { findNoticePeople, type NoticePerson, wants } from "./people-read.ts";

const path = "/programs/:program_id/notices";

const email = z
  .email(rule("must be an e-mail address"))
  .max(emailCharactersMax, rule("is too long"))
  .optional()
  .meta({ description: "Whose choice; your own if omitted. Only operators may name another person" });

const kinds = (description: string, name: string) =>
  z
    .array(oneOf(noticeKinds, "A kind of notice"))
    .max(noticeKinds.length)
    .default([])
    .meta({ description, flag: { name, placeholder: "kind" } });

const settings = z.strictObject({
  email: wordsOrNull("Whose they are; null for the operator's command line"),
  is_proven: flag("Whether the address is confirmed; others receive nothing"),
  sends_mail: flag("Whether a mail server is configured: without SMTP_URL no mail is sent"),
  kinds: z
    .array(
      z.strictObject({
        kind: z.enum(noticeKinds).meta({ description: "The kind" }),
        title: words("What it is called"),
        about: words("When it is sent"),
        is_on: flag("Whether it is sent"),
        is_on_by_default: flag("The default"),
      }),
    )
    .readonly()
    .meta({ description: "Every kind there is" }),
});

export const operations: readonly Operation[] = [
  defineOperation({
    name: "notices.show",
    description: "By mail; channels have their own choice.",
    access: inProgram("read"),
    ofPerson: true,
    http: { method: "get", path },
    errors: ["forbidden"],
    command: { example: "notices show --program 1 --email anna@acme.example" },
    input: { program_id: programId, email },
    output: answerOf(settings),
    run: async (call, { program_id, email }) => ({ data: settingsOf(call, await findPerson(call, program_id, email)) }),
  }),
  defineOperation({
    name: "notices.set",
    description: "Kinds in neither list do not change.",
    access: inProgram("read"),
    ofPerson: true,
    http: { method: "patch", path, example: { on: ["daily_digest"], off: ["first_sale"] } },
    errors: ["forbidden"],
    command: { example: "notices set --program 1 --email anna@acme.example --on daily_digest --off first_sale" },
    changes: true,
    input: {
      program_id: programId,
      email,
      on: kinds("Kinds to turn on", "on"),
      off: kinds("Kinds to turn off", "off"),
    },
    output: answerOf(settings),
    run: async (call, { program_id, email, on, off }) => {
      const both = on.filter((kind) => off.includes(kind));
      if (both.length > 0)
        throw refuseFields([{ field: "off", message: `names what on names too: ${both.join(", ")}.` }]);
      if (on.length + off.length === 0) {
        throw refuseFields([{ field: "", message: "Send at least one kind to turn on or off." }]);
      }
      const person = await findPerson(call, program_id, email);
      if (person === null) throw refuseFields([{ field: "email", message: "is required: it says whose they are." }]);
      await chooseNotices(call.database, { programId: program_id, userId: person.user_id, on, off }, call.actor);
      return { data: settingsOf(call, await findPerson(call, program_id, email)) };
    },
  }),
  defineProgramList({
    name: "notices.list",
    description: "Kept for 90 days, those of the first sale and of keys permanently. Recipients are not shown.",
    access: inProgram("read"),
    http: { method: "get", path: `${path}/sent` },
    row: noticeLine,
    table: ["notice_id", "kind", "title", "found_at", "sent_count", "waiting_count", "failed_count"],
    filters: noticeFilters,
    example: "notices list --program 1",
    read: (db, programId, page, filter) => listNotices(db, programId, page, filter),
  }),
];

/** Null without one. */
async function findPerson(call: Call, programId: number, email: string | undefined): Promise<NoticePerson | null> {
  const { reads, actor } = call;
  const own = actor.kind === "account" ? actor.accountId : null;
  const mine = await reads.ofProgram(actor, programId, "read", async (db) =>
    own === null ? undefined : (await findNoticePeople(db, programId, { userId: own }))[0],
  );
  if (email === undefined || mine?.email === email.toLowerCase()) return mine ?? null;
  const [person] = await reads.ofProgram(actor, programId, "operator", (db) =>
    findNoticePeople(db, programId, { email }),
  );
  if (person !== undefined) return person;
  throw new Refusal("not_found", `No one with this e-mail gets notices of program ${programId}.`);
}

function settingsOf({ sendsMail }: Call, person: NoticePerson | null): z.output<typeof settings> {
  return {
    email: person?.email ?? null,
    is_proven: person?.is_proven ?? false,
    sends_mail: sendsMail,
    kinds: noticeKinds.map((kind) => ({
      kind,
      title: aboutNotices[kind].title,
      about: aboutNotices[kind].about,
      is_on: person !== null && wants(person, kind),
      is_on_by_default: person !== null && isOnByDefault(kind, person),
    })),
  };
}
