// What partners are told by mail. Plain text; a link is on a line of its own, and who did not ask for it may ignore it. Subjects are ours
// alone: whoever names a program would otherwise write headlines to strangers.
import type { Mail } from "../../mail/mailer.ts";
import { linkMinutes } from "./sessions.ts";

export function partnerSignInMail(to: string, link: string): Mail {
  return {
    to,
    subject: "Sign in to your partner page",
    text: [
      `Somebody, probably you, wants to sign in as a partner with this e-mail address. Open this link within ${linkMinutes} minutes; it works once:`,
      link,
      "If this was not you, ignore this mail: nothing happens.",
    ].join("\n\n"),
  };
}

export function partnerSignUpMail(to: string, link: string): Mail {
  return {
    to,
    subject: "Confirm your e-mail address",
    text: [
      `Somebody, probably you, wants to become a partner with this e-mail address. Confirm it within ${linkMinutes} minutes:`,
      link,
      "If this was not you, ignore this mail: nothing happens.",
    ].join("\n\n"),
  };
}

export function applicationApprovedMail(to: string, program: string, signInAddress: string): Mail {
  return {
    to,
    subject: "You are a partner now",
    text: [
      `${program} has taken you in as a partner. Sign in with this e-mail address to find your link, and later your commissions and payouts:`,
      signInAddress,
      "You get this mail because you asked to become a partner.",
    ].join("\n\n"),
  };
}

export function applicationDeclinedMail(to: string, program: string): Mail {
  return {
    to,
    subject: "Your application as a partner",
    text: [
      `${program} has not taken you in as a partner. You can ask them why; we only pass on what they decided.`,
      "You get this mail because you asked to become a partner.",
    ].join("\n\n"),
  };
}
