// Changes of who may do what, in words for people. Every change that the tables keep has its sentence here.
type Change = {
  readonly change: string;
  readonly subject: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly subjectName: string | null;
};

const sentences = {
  key_regenerated: () => "The program's key was replaced: the one before opens nothing any more.",
  key_flagged: ({ detail }) => `The program's key must be replaced by ${dayOf(detail.rotate_by)}.`,
  key_unflagged: () => "The program's key need not be replaced any more.",
  connection_added: (change) =>
    `${connectionOf(change)} was added, in ${change.detail.livemode === false ? "test" : "live"} mode.`,
  connection_changed: (change) => `${connectionOf(change)} was changed: ${partsOf(change.detail).join(", ")}.`,
  connection_removed: (change) => `${connectionOf(change)} was removed, and its secrets erased.`,
  api_key_set: (change) => `${connectionOf(change)} got its provider's API key.`,
  api_key_removed: (change) => `${connectionOf(change)} lost its provider's API key.`,
  recipient_set: (change) => `Where payouts of ${partnerOf(change)} go was set.`,
  recipient_removed: (change) => `Where payouts of ${partnerOf(change)} go was forgotten.`,
  partner_email_set: (change) => `The e-mail by which ${partnerOf(change)} signs in was set.`,
  partner_email_removed: (change) => `The e-mail by which ${partnerOf(change)} signs in was forgotten.`,
  partner_links_revoked: (change) => `All links to the page of ${partnerOf(change)} were closed.`,
  member_joined: (change) => `${personOf(change)} joined as ${change.detail.role}.`,
  member_role_changed: (change) => `${personOf(change)} became ${change.detail.role}.`,
  member_removed: (change) => `${personOf(change)} is not in the workspace any more.`,
  member_invited: (change) => `${personOf(change)} was invited as ${change.detail.role}.`,
  invitation_accepted: (change) => `${personOf(change)} accepted the invitation.`,
  invitation_rejected: (change) => `${personOf(change)} declined the invitation.`,
  invitation_canceled: (change) => `The invitation of ${personOf(change)} was withdrawn.`,
  agent_key_created: (change) => `Agent key ${agentOf(change)} was made.`,
  agent_key_revoked: (change) => `Agent key ${agentOf(change)} was revoked.`,
  operator_made: (change) => `${personOf(change)} became an operator of the installation.`,
  secrets_rotated: ({ detail }) => `Stored secrets were encrypted anew with the secret key ${String(detail.key_id)}.`,
  operator_ended: (change) => `${personOf(change)} operates the installation no more.`,
} as const satisfies Readonly<Record<string, (change: Change) => string>>;

type KnownChange = keyof typeof sentences;

export const accessChanges = [
  "key_regenerated",
  "key_flagged",
  "key_unflagged",
  "connection_added",
  "connection_changed",
  "connection_removed",
  "api_key_set",
  "api_key_removed",
  "recipient_set",
  "recipient_removed",
  "partner_email_set",
  "partner_email_removed",
  "partner_links_revoked",
  "member_joined",
  "member_role_changed",
  "member_removed",
  "member_invited",
  "invitation_accepted",
  "invitation_rejected",
  "invitation_canceled",
  "agent_key_created",
  "agent_key_revoked",
  "operator_made",
  "operator_ended",
  "secrets_rotated",
] as const satisfies readonly KnownChange[];

/** One that only a later release knows is named by its code. */
export function accessChangeInWords(change: Change): string {
  const known = accessChanges.find((one) => one === change.change);
  return known === undefined ? `${change.change.replaceAll("_", " ")}.` : sentences[known](change);
}

function connectionOf({ subject, detail }: Change): string {
  const provider = typeof detail.provider === "string" ? detail.provider : "";
  return `Connection ${subject} (${provider})`;
}

function partnerOf({ subject, subjectName }: Change): string {
  return subjectName ?? `partner ${subject}`;
}

function personOf({ subjectName }: Change): string {
  return subjectName ?? "Somebody whose account is gone";
}

function agentOf({ subject, subjectName }: Change): string {
  return subjectName === null ? `${subject}` : `“${subjectName}”`;
}

function dayOf(time: unknown): string {
  return typeof time === "string" ? time.slice(0, "2026-01-31".length) : "a day";
}

function partsOf({ status, livemode, client_reference, secret_count }: Change["detail"]): string[] {
  return [
    status === undefined ? [] : [status === "active" ? "it takes deliveries again" : "it takes no deliveries"],
    livemode === undefined ? [] : [livemode === true ? "live mode" : "test mode"],
    client_reference === undefined ? [] : [`its client reference is ${String(client_reference).replaceAll("_", " ")}`],
    secret_count === undefined
      ? []
      : [secret_count === 1 ? "one signing secret is valid" : `${secret_count} signing secrets are valid`],
  ].flat();
}
