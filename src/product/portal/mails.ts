// Partners' mails, in the language of the page that asked for them, as text and, where they are of one program, as HTML with its name,
// logo and colour. In the text a link is on a line of its own, and who did not ask for it may ignore it. Subjects are ours alone, and an address
// that is not proven gets none of a program's words: they would otherwise be a headline in mails to strangers.
import { fillMailText } from "../../core/rules/events/settings/mail-settings.ts";
import type { Words } from "../../core/wording/say.ts";
import type { Mail } from "../../mail/mailer.ts";
import { type MailLook, type MailParts, mailPage } from "./mail-page.ts";
import { linkMinutes } from "./sessions.ts";

/** `look` is that of the only program the partner is in; null where there are several. */
export function partnerSignInMail(to: string, link: string, look: MailLook | null, words: Words): Mail {
  const { say } = words;
  return mailOf(look, words, {
    to,
    subject: say("mailSignIn"),
    paragraphs: [say("mailSignInText", { minutes: linkMinutes })],
    link: { address: link, title: say("signIn") },
    foot: say("mailIgnore"),
  });
}

export function partnerSignUpMail(to: string, link: string, words: Words): Mail {
  const { say } = words;
  return mailOf(null, words, {
    to,
    subject: say("mailConfirm"),
    paragraphs: [say("mailConfirmText", { minutes: linkMinutes })],
    link: { address: link, title: say("signIn") },
    foot: say("mailIgnore"),
  });
}

type Decided = { readonly to: string; readonly look: MailLook; readonly signInAddress: string };

export function applicationApprovedMail({ to, look, signInAddress }: Decided, words: Words): Mail {
  const { say } = words;
  return mailOf(look, words, {
    to,
    subject: say("mailApproved"),
    paragraphs: ownWords(look.mail_approved_text, look, to) ?? [say("mailApprovedText", { program: look.program })],
    link: { address: signInAddress, title: say("signIn") },
    foot: say("mailWhy"),
  });
}

export function applicationDeclinedMail({ to, look }: Omit<Decided, "signInAddress">, words: Words): Mail {
  const { say } = words;
  return mailOf(look, words, {
    to,
    subject: say("mailDeclined"),
    paragraphs: ownWords(look.mail_declined_text, look, to) ?? [say("mailDeclinedText", { program: look.program })],
    link: null,
    foot: say("mailWhy"),
  });
}

function ownWords(text: string | null, { program }: MailLook, email: string): readonly string[] | null {
  if (text === null) return null;
  return fillMailText(text, { program, email }).split(/\n{2,}/);
}

function mailOf(look: MailLook | null, { language }: Words, parts: MailParts & { readonly to: string }): Mail {
  const { to, subject, paragraphs, link, foot } = parts;
  const text = [...paragraphs, ...(link === null ? [] : [link.address]), foot].join("\n\n");
  return { to, subject, text, ...(look === null ? {} : { html: mailPage(look, language, parts) }) };
}
