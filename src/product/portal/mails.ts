// Partners' mails, in the language of the page that asked for them. Plain text; a link is on a line of its own, and who did not ask for it
// may ignore it. Subjects are ours alone: a program's name would otherwise be a headline in mails to strangers.
import type { Words } from "../../core/wording/say.ts";
import type { Mail } from "../../mail/mailer.ts";
import { linkMinutes } from "./sessions.ts";

export function partnerSignInMail(to: string, link: string, { say }: Words): Mail {
  return {
    to,
    subject: say("mailSignIn"),
    text: inParagraphs(say("mailSignInText", { minutes: linkMinutes }), link, say("mailIgnore")),
  };
}

export function partnerSignUpMail(to: string, link: string, { say }: Words): Mail {
  return {
    to,
    subject: say("mailConfirm"),
    text: inParagraphs(say("mailConfirmText", { minutes: linkMinutes }), link, say("mailIgnore")),
  };
}

type Decided = { readonly to: string; readonly program: string; readonly signInAddress: string };

export function applicationApprovedMail({ to, program, signInAddress }: Decided, { say }: Words): Mail {
  return {
    to,
    subject: say("mailApproved"),
    text: inParagraphs(say("mailApprovedText", { program }), signInAddress, say("mailWhy")),
  };
}

export function applicationDeclinedMail({ to, program }: Omit<Decided, "signInAddress">, { say }: Words): Mail {
  return {
    to,
    subject: say("mailDeclined"),
    text: inParagraphs(say("mailDeclinedText", { program }), say("mailWhy")),
  };
}

function inParagraphs(...paragraphs: readonly string[]): string {
  return paragraphs.join("\n\n");
}
