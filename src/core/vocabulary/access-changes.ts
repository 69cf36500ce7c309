// What the tables of access keep of people: who changed who may do what or where data goes, and who took data out. One list: the sentences
// (product/audit/access-change-words.ts), the names of what each is about, and the filter of the list must name every one.

export const accessChanges = [
  ...["key_regenerated", "key_flagged", "key_unflagged"],
  ...["connection_added", "connection_changed", "connection_removed", "api_key_set", "api_key_removed"],
  ...["payout_rail_set", "payout_rail_chosen", "payout_rail_left", "payout_rail_removed"],
  ...["recipient_set", "recipient_removed"],
  ...["tax_details_set", "tax_details_removed"],
  ...["partner_email_set", "partner_email_removed", "partner_links_revoked"],
  ...["member_joined", "member_role_changed", "member_removed"],
  ...["member_invited", "invitation_accepted", "invitation_rejected", "invitation_canceled"],
  ...["agent_key_created", "agent_key_revoked"],
  ...["second_factor_on", "second_factor_off", "second_factor_required", "second_factor_not_required"],
  ...["identity_linked", "identity_unlinked"],
  ...["operator_made", "operator_ended", "secrets_rotated"],
  ...["endpoint_created", "endpoint_changed", "endpoint_paused", "endpoint_resumed", "endpoint_removed"],
  ...["export_created", "export_changed", "export_removed"],
  ...["channel_added", "channel_changed", "channel_paused", "channel_resumed", "channel_removed"],
  ...["partner_link_made", "person_exported", "list_downloaded", "tax_report_created"],
] as const;

export type AccessChange = (typeof accessChanges)[number];

/** Written by the service, since they change no row. No checkpoint signs anything of them, so none is due for one. */
export const takenOut = [
  "partner_link_made",
  "person_exported",
  "list_downloaded",
  "tax_report_created",
] as const satisfies readonly AccessChange[];
export type TakenOut = (typeof takenOut)[number];

export type AccessSubject = "partner" | "account" | "invitation" | "agent" | "unnamed";

/** Of what the subject is the id; `unnamed` has no name to look up. */
export const accessSubjects: { readonly [Change in AccessChange]: AccessSubject } = {
  key_regenerated: "unnamed",
  key_flagged: "unnamed",
  key_unflagged: "unnamed",
  connection_added: "unnamed",
  connection_changed: "unnamed",
  connection_removed: "unnamed",
  api_key_set: "unnamed",
  api_key_removed: "unnamed",
  payout_rail_set: "unnamed",
  payout_rail_chosen: "unnamed",
  payout_rail_left: "unnamed",
  payout_rail_removed: "unnamed",
  recipient_set: "partner",
  recipient_removed: "partner",
  tax_details_set: "partner",
  tax_details_removed: "partner",
  partner_email_set: "partner",
  partner_email_removed: "partner",
  partner_links_revoked: "partner",
  partner_link_made: "partner",
  member_joined: "account",
  member_role_changed: "account",
  member_removed: "account",
  member_invited: "invitation",
  invitation_accepted: "invitation",
  invitation_rejected: "invitation",
  invitation_canceled: "invitation",
  agent_key_created: "agent",
  agent_key_revoked: "agent",
  second_factor_on: "account",
  second_factor_off: "account",
  second_factor_required: "unnamed",
  second_factor_not_required: "unnamed",
  identity_linked: "account",
  identity_unlinked: "account",
  operator_made: "account",
  operator_ended: "account",
  secrets_rotated: "unnamed",
  endpoint_created: "unnamed",
  endpoint_changed: "unnamed",
  endpoint_paused: "unnamed",
  endpoint_resumed: "unnamed",
  endpoint_removed: "unnamed",
  export_created: "unnamed",
  export_changed: "unnamed",
  export_removed: "unnamed",
  channel_added: "unnamed",
  channel_changed: "unnamed",
  channel_paused: "unnamed",
  channel_resumed: "unnamed",
  channel_removed: "unnamed",
  person_exported: "unnamed",
  list_downloaded: "unnamed",
  tax_report_created: "unnamed",
};
