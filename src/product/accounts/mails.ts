// The texts of mails about accounts. Plain text; the link is on a line of its own, and every mail may be ignored. Subjects are fixed: a
// workspace's or an account's name could otherwise put a headline before strangers.
import type { Mail } from "../../mail/mailer.ts";

const nameCharactersMax = 64;

export function verificationMail(to: string, link: string): Mail {
  return {
    to,
    subject: "Confirm your e-mail address",
    text: lines("Someone, probably you, created an account with this e-mail address. Confirm it within an hour:", link),
  };
}

export function resetMail(to: string, link: string): Mail {
  return {
    to,
    subject: "Set a new password",
    text: lines("Someone, probably you, asked for a new password. Set it within an hour:", link),
  };
}

/** To the holder of an account whose address was used in a sign-up: the answer to that call reveals nothing. */
export function takenAddressMail(to: string, links: { readonly signIn: string; readonly reset: string }): Mail {
  return {
    to,
    subject: "You already have an account",
    text: lines(
      "Someone, probably you, tried to create an account with this e-mail address. It has one already: sign in.",
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
