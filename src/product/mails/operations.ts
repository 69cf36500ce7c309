// What a program's partners get by mail, looked at before anyone gets it.
import { z } from "zod";
import { oneOf, words } from "../../core/vocabulary/fields.ts";
import { wordsIn } from "../../core/wording/catalogue/catalogues.ts";
import { defaultLanguage, languageCodes } from "../../core/wording/languages.ts";
import { answerOf, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { findMailLook } from "../portal/mail-look-read.ts";
import type { MailLook } from "../portal/mail-page.ts";
import { applicationApprovedMail, applicationDeclinedMail, partnerSignInMail } from "../portal/mails.ts";

const mailKinds = ["approved", "declined", "sign_in"] as const;

/** Of no person. */
const to = "partner@example.com";

const preview = z.strictObject({
  subject: words("Its subject"),
  text: words("Its plain text"),
  html: words("The same as HTML, for mail programs that show it"),
});

export const operations: readonly Operation[] = [
  defineOperation({
    name: "mails.preview",
    description:
      "A decision on an application, or the link to sign in that a partner of this program alone gets, to an invented address and with a link that opens nothing. Nothing is sent.",
    access: inProgram("read"),
    tool: { name: "get_mail_preview", scope: "programs:read" },
    http: { method: "get", path: "/programs/:program_id/mail-preview" },
    command: { example: "mails preview --program 1 --mail approved --language de" },
    errors: [],
    input: {
      program_id: programId,
      mail: oneOf(mailKinds, "Which mail"),
      language: oneOf(languageCodes, "The partner's language").default(defaultLanguage),
    },
    output: answerOf(preview),
    run: async ({ reads, actor, baseUrl }, { program_id, mail, language }) => {
      const look = await reads.ofProgram(actor, program_id, "read", (db) => findMailLook(db, program_id));
      if (look === undefined) throw new Refusal("not_found", `There is no program ${program_id}.`);
      const { subject, text, html = "" } = mailOf(mail, look, `${baseUrl}/partners`, wordsIn(language));
      return { data: { subject, text, html } };
    },
  }),
];

function mailOf(mail: (typeof mailKinds)[number], look: MailLook, address: string, words: ReturnType<typeof wordsIn>) {
  switch (mail) {
    case "approved":
      return applicationApprovedMail({ to, look, signInAddress: address }, words);
    case "declined":
      return applicationDeclinedMail({ to, look }, words);
    case "sign_in":
      return partnerSignInMail(to, `${address}/link?token=…`, look, words);
  }
}
