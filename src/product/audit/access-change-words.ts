// Changes of who may do what, in words for people. Every change that the tables keep has its sentence here.
import { type AccessChange, accessChanges } from "../../core/vocabulary/access/access-changes.ts";
import { isRailName, railTitles } from "../../core/vocabulary/money/payout-rails.ts";
import { formNames, taxForms } from "../tax/details.ts";

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
  payout_rail_set: (change) =>
    `The credentials for payouts by ${railOf(change)}${change.detail.is_sandbox === true ? " (sandbox)" : ""} were set.`,
  payout_rail_chosen: (change) => `Payouts are made by ${railOf(change)} from now on.`,
  payout_rail_left: (change) => `Payouts are no longer made by ${railOf(change)}.`,
  payout_rail_removed: (change) => `The credentials for payouts by ${railOf(change)} were erased.`,
  recipient_set: (change) => `Where payouts of ${partnerOf(change)} go was set.`,
  recipient_removed: (change) => `Where payouts of ${partnerOf(change)} go was forgotten.`,
  tax_details_set: (change) => `${partnerOf(change)} gave its tax details (${taxFormIn(change)}).`,
  tax_details_removed: (change) => `The tax details of ${partnerOf(change)} were erased.`,
  self_billing_agreed: (change) => `${partnerOf(change)} agreed that the program issues invoices in its name.`,
  self_billing_withdrawn: (change) =>
    `${partnerOf(change)} no longer agrees that the program issues invoices in its name.`,
  invoice_erased: (change) =>
    `The content of invoice ${String(change.detail.number)} of ${partnerOf(change)} was erased.`,
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
  token_created: (change) =>
    `Token ${agentOf(change)} was created as ${String(change.detail.role)}, valid until ${dayOf(change.detail.expires_at)}.`,
  token_revoked: (change) => `Token ${agentOf(change)} was revoked.`,
  second_factor_on: (change) => `${personOf(change)} turned a second factor on.`,
  second_factor_off: (change) => `The second factor of ${personOf(change)} was turned off.`,
  second_factor_required: ({ detail }) =>
    `From ${dayOf(detail.from)} on, members need a second factor to use the workspace.`,
  second_factor_not_required: () => "Members no longer need a second factor.",
  passkey_added: (change) => `${personOf(change)} added a passkey.`,
  passkey_removed: (change) => `A passkey of ${personOf(change)} was removed.`,
  password_changed: (change) => `${personOf(change)} changed the password.`,
  password_reset: (change) => `${personOf(change)} set a new password by a link in a mail.`,
  identity_linked: (change) =>
    `An identity at ${String(change.detail.issuer)} now opens the account of ${personOf(change)}.`,
  identity_unlinked: (change) =>
    `An identity at ${String(change.detail.issuer)} no longer opens the account of ${personOf(change)}.`,
  operator_made: (change) => `${personOf(change)} became an operator of the installation.`,
  secrets_rotated: ({ detail }) => `Stored secrets were encrypted again with the secret key ${String(detail.key_id)}.`,
  operator_ended: (change) => `${personOf(change)} no longer operates the installation.`,
  endpoint_created: ({ subject, detail }) =>
    detail.partner_id === undefined
      ? `Endpoint ${subject} was created.`
      : `Endpoint ${subject} was created for partner ${String(detail.partner_id)}.`,
  endpoint_changed: ({ subject, detail }) => `Endpoint ${subject} was changed: ${endpointPartsOf(detail).join(", ")}.`,
  endpoint_paused: ({ subject }) => `Endpoint ${subject} was paused.`,
  endpoint_resumed: ({ subject }) => `Endpoint ${subject} was resumed.`,
  endpoint_removed: ({ subject }) => `Endpoint ${subject} was removed.`,
  export_created: ({ subject, detail }) =>
    `Export ${subject} was created: ${String(detail.list)}, ${detail.target === "s3" ? "to a bucket" : "to a folder"}.`,
  export_changed: ({ subject }) => `Export ${subject} was changed.`,
  export_removed: ({ subject }) => `Export ${subject} was removed.`,
  channel_added: ({ subject }) => `Notice channel ${subject} was added.`,
  channel_changed: ({ subject, detail }) =>
    `Notice channel ${subject} was changed${detail.address === true ? ": it has another address" : ""}.`,
  channel_paused: ({ subject }) => `Notice channel ${subject} was paused.`,
  channel_resumed: ({ subject }) => `Notice channel ${subject} was resumed.`,
  channel_removed: ({ subject }) => `Notice channel ${subject} was removed.`,
  partner_link_made: (change) =>
    `A link to the page of ${partnerOf(change)} was created, valid until ${dayOf(change.detail.expires_at)}.`,
  person_exported: () => "Everything stored of a person was exported.",
  list_downloaded: ({ detail }) => `The whole list ${String(detail.list)} was downloaded as ${String(detail.format)}.`,
  invoice_downloaded: (change) => `Invoice ${String(change.detail.number)} of ${partnerOf(change)} was downloaded.`,
  tax_report_created: ({ detail }) => `The tax report ${String(detail.format)} of ${String(detail.year)} was created.`,
} as const satisfies { readonly [Name in AccessChange]: (change: Change) => string };

/** One that only a later release knows is named by its code. */
export function accessChangeInWords(change: Change): string {
  const known = accessChanges.find((one) => one === change.change);
  return known === undefined ? `${change.change.replaceAll("_", " ")}.` : sentences[known](change);
}

function connectionOf({ subject, detail }: Change): string {
  const provider = typeof detail.provider === "string" ? detail.provider : "";
  return `Connection ${subject} (${provider})`;
}

function railOf({ subject }: Change): string {
  return isRailName(subject) ? railTitles[subject] : String(subject);
}

function partnerOf({ subject, subjectName }: Change): string {
  return subjectName ?? `partner ${subject}`;
}

function taxFormIn({ detail }: Change): string {
  const form = taxForms.find((one) => one === detail.form);
  return form === undefined ? String(detail.form) : formNames[form];
}

function personOf({ subjectName }: Change): string {
  return subjectName ?? "Someone whose account was deleted";
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

function endpointPartsOf({ address, messages, secret, credentials }: Change["detail"]): string[] {
  return [
    address === true ? ["it has another address"] : [],
    messages === true ? ["other messages go there"] : [],
    secret === true ? ["it has another secret"] : [],
    credentials === true ? ["it has other credentials"] : [],
  ].flat();
}
