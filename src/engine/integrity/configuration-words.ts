// A line of a checkpoint about what changed outside the log without the service's signature, such as `recipients 5 removed`, in words.
import { type Section, sections } from "./checkpoint.ts";

const sectionWords: { readonly [Name in Section]: (subject: string) => string } = {
  recipients: (subject) => `where the payouts of partner ${subject} go`,
  emails: (subject) => `the e-mail by which partner ${subject} signs in`,
  email_hashes: (subject) => `by which address partner ${subject} is found when it signs in`,
  connections: (subject) => `connection ${subject} (its provider, mode, status or signing secrets)`,
  key: () => "the program's key",
  endpoints: (subject) => `endpoint ${subject} (its address, secret or what is sent there)`,
  exports: (subject) => `export ${subject} (what it writes, or where)`,
  channels: (subject) => `notice channel ${subject} (its address or what is sent there)`,
  members: (subject) => `the role of account ${subject} in the workspace`,
  operators: (subject) => `whether account ${subject} operates the installation`,
};
const wholeSections: { readonly [Name in Section]: string } = {
  recipients: "where partners' payouts go",
  emails: "the e-mails by which partners sign in",
  email_hashes: "the addresses by which partners are found when they sign in",
  connections: "the connections (their providers, modes, status or signing secrets)",
  key: "the program's key",
  endpoints: "the endpoints (their addresses, secrets or what is sent there)",
  exports: "the exports (what they write, or where)",
  channels: "the notice channels (their addresses or what is sent there)",
  members: "the members of the workspace, or their roles",
  operators: "who operates the installation",
};

export type ChangeInWords = { readonly what: string; readonly how: "changed" | "removed" };

export function changeInWords(line: string): ChangeInWords {
  const [name, subject = "all", removed] = line.split(" ");
  const how = removed === "removed" ? "removed" : "changed";
  const section = sections.find((each) => each === name);
  if (section === undefined) return { what: line, how };
  return { what: subject === "all" ? wholeSections[section] : sectionWords[section](subject), how };
}
