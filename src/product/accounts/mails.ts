// What accounts are told by mail. Plain text; the link is on a line of its own, and who did not ask for it may ignore it.
// Subjects are ours alone: whoever names a workspace or an account would otherwise write headlines to strangers.
import type { Mail } from "../../mail/mailer.ts";

const nameCharactersMax = 64;

export function verificationMail(to: string, link: string): Mail {
  return {
    to,
    subject: "Confirm your e-mail address",
    text: lines(
      "Somebody, probably you, created an account with this e-mail address. Confirm it within an hour:",
      link,
    ),
  };
}

export function resetMail(to: string, link: string): Mail {
  return {
    to,
    subject: "Set a new password",
    text: lines("Somebody, probably you, asked for a new password. Set it within an hour:", link),
  };
}

/** To the holder of an account whose address somebody tried to sign up with: the answer to that call tells nothing. */
export function takenAddressMail(to: string, links: { readonly signIn: string; readonly reset: string }): Mail {
  return {
    to,
    subject: "You already have an account",
    text: lines(
      "Somebody, probably you, tried to create an account with this e-mail address. There is one: sign in.",
      links.signIn,
      "If you do not know its password, set a new one:",
      links.reset,
    ),
  };
}

export function invitationMail(
  to: string,
  /** `inviter` is an address that was proven, and not the name its holder chose. */
  invitation: { readonly workspace: string; readonly role: string; readonly inviter: string; readonly link: string },
): Mail {
  const { workspace, role, inviter, link } = invitation;
  return {
    to,
    subject: "You are invited to a workspace",
    text: lines(`${inviter} invites you to the workspace "${quoted(workspace)}" as ${role}:`, link),
  };
}

function lines(...parts: readonly string[]): string {
  return [...parts, "If this was not you, ignore this mail: nothing happens."].join("\n\n");
}

/** Names come from people: one with a line break could make a line of ours, a long one a letter of its own. */
function quoted(name: string): string {
  const line = name.replace(/[\p{Cc}\u2028\u2029"]+/gu, " ").trim();
  return line.length > nameCharactersMax ? `${line.slice(0, nameCharactersMax)}…` : line;
}
