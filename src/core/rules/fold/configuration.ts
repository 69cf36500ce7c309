// Configuration is events too: a replay finds the settings, policies and partners as they were when a sale was received.
import type { Books } from "../books.ts";
import { type Conclusion, recorded, refused } from "../conclusion.ts";
import type {
  Event,
  PartnerChanged,
  PartnerJoined,
  PolicyRemoved,
  PolicySet,
  ProgramChanged,
  ProgramCreated,
} from "../events/events.ts";
import { defaultGroupId, type GroupSet, type GroupSettings, type PartnerMoved } from "../events/group-events.ts";
import { refusedCurrency } from "../events/settings/currency-settings.ts";
import type { Settings } from "../events/settings/settings.ts";
import { type CommissionTerms, needsBooks } from "../events/settings/terms.ts";
import { holderOf } from "../rows/terms-rows.ts";
import type { FoldContext } from "./context.ts";
import { settingsInForce, versionInForce } from "./settings-in-force.ts";
import { joinedGroup } from "./terms/in-force.ts";

export function foldProgramCreated({ books }: FoldContext, event: Event<ProgramCreated>): Conclusion {
  books.of.program.put({
    program_id: books.programId,
    workspace_id: event.data.workspace_id,
    name: event.data.name,
    status: "active",
    created_at: event.received_at,
    closed_until: null,
    owns_coupons: false,
    uses_terms: needsBooks(event.data.settings.commission),
    uses_bonuses: false,
    has_forfeits: false,
    agreement: null,
  });
  putSettings(books, event, event.data.settings);
  return recorded("Program created.");
}

export function foldProgramChanged({ books }: FoldContext, event: Event<ProgramChanged>): Conclusion {
  const program = books.of.program.get("");
  if (program === undefined) throw new Error(`program ${books.programId} was changed before it was created`);
  const settings = { ...settingsInForce(books, event.id), ...event.data.settings };
  const unpayable = refusedCurrency(settings, event.data.settings);
  if (unpayable !== undefined) return refused("unsupported_currency", `${unpayable.field} ${unpayable.rule}.`);
  books.of.program.put({
    ...program,
    name: event.data.name ?? program.name,
    status: event.data.status ?? program.status,
  });
  const { commission } = event.data.settings;
  if (commission !== undefined && needsBooks(commission)) beginTerms(books);
  if (Object.keys(event.data.settings).length > 0) {
    putSettings(books, event, settings);
  }
  return recorded("Program changed.");
}

export function foldPolicy({ books }: FoldContext, event: Event<PolicySet | PolicyRemoved>): Conclusion {
  const { data } = event;
  const commission: CommissionTerms | null = data.type === "policy_set" ? data.commission : null;
  const holder = holderOf(data);
  const { partner_id, group_id } = data;
  if (partner_id !== undefined && books.of.partner.get(partner_id) === undefined)
    return unknownPartner(books, partner_id);
  if (group_id !== undefined && !isGroup(books, group_id)) return unknownGroup(books, group_id);
  const unpayable = refusedCurrency(settingsInForce(books, event.id), { commission });
  if (unpayable !== undefined) return refused("unsupported_currency", `${unpayable.field} ${unpayable.rule}.`);
  const version = { program_id: books.programId, from_event_id: event.id, commission };
  if (holder !== null) books.of.partner_policy.put({ ...version, holder, product_id: data.product_id ?? "" });
  else if (data.product_id !== null) books.of.policy.put({ ...version, product_id: data.product_id });
  if (holder !== null || (commission !== null && needsBooks(commission))) beginTerms(books);
  return recorded(commission === null ? "Policy removed." : "Policy set.");
}

export function foldGroupSet({ books }: FoldContext, { id, data }: Event<GroupSet>): Conclusion {
  const { group_id } = data;
  const before = versionInForce(books.of.partner_group.list(group_id), id)?.settings ?? newGroup(group_id);
  const settings = { ...before, ...data.settings };
  books.of.partner_group.put({ program_id: books.programId, group_id, from_event_id: id, settings });
  beginTerms(books);
  return recorded("Group set.");
}

export function foldPartnerMoved({ books }: FoldContext, { id, data }: Event<PartnerMoved>): Conclusion {
  const { partner_id, group_id, existing_customers } = data;
  const partner = books.of.partner.get(partner_id);
  if (partner === undefined) return unknownPartner(books, partner_id);
  if (!isGroup(books, group_id)) return unknownGroup(books, group_id);
  const move = { from_event_id: id, group_id, existing_customers };
  books.of.partner.put({ ...partner, group_moves: [...(partner.group_moves ?? []), move] });
  beginTerms(books);
  return recorded("Partner moved.");
}

function newGroup(groupId: string): GroupSettings {
  return { name: groupId, hold_period_days: null, join_text: null, partner_sign_up: null };
}

function isGroup(books: Books, groupId: string): boolean {
  return groupId === defaultGroupId || books.of.partner_group.list(groupId).length > 0;
}

function unknownPartner(books: Books, partnerId: number): Conclusion {
  return refused("unknown_partner", `Program ${books.programId} has no partner ${partnerId}.`);
}

function unknownGroup(books: Books, groupId: string): Conclusion {
  return refused("unknown_group", `Program ${books.programId} has no group ${groupId}.`);
}

/** From now on tiers, caps and whose terms count are looked up. */
function beginTerms(books: Books): void {
  const program = books.of.program.get("");
  if (program === undefined) throw new Error(`program ${books.programId} has terms before it was created`);
  if (!program.uses_terms) books.of.program.put({ ...program, uses_terms: true });
}

export function foldPartner({ books }: FoldContext, event: Event<PartnerJoined | PartnerChanged>): Conclusion {
  const { data } = event;
  if (data.type === "partner_joined") {
    const { group_id, recruited_by = null } = data;
    if (recruited_by !== null && books.of.partner.get(recruited_by) === undefined)
      return unknownPartner(books, recruited_by);
    if (group_id !== undefined && !isGroup(books, group_id)) return unknownGroup(books, group_id);
    books.of.partner.put({
      program_id: books.programId,
      partner_id: event.id,
      name: data.name,
      code: data.code,
      status: "active",
      joined_at: event.received_at,
      group_moves: joinedGroup(event.id, group_id),
      ban: null,
      accepted: null,
      emails: null,
      alike: null,
      recruited_by,
      recruited_event_id: recruited_by === null ? null : event.id,
    });
    return recorded("Partner joined.");
  }
  const partner = books.of.partner.get(data.partner_id);
  if (partner === undefined) return unknownPartner(books, data.partner_id);
  const named = { ...partner, name: data.name ?? partner.name };
  const { ban } = partner;
  // A ban stays: what is set meanwhile counts once it is lifted.
  if (ban === null) books.of.partner.put({ ...named, status: data.status ?? partner.status });
  else books.of.partner.put({ ...named, ban: { ...ban, status_before: data.status ?? ban.status_before } });
  return recorded("Partner changed.");
}

function putSettings(books: Books, event: Event, settings: Settings): void {
  books.of.program_settings.put({ program_id: books.programId, from_event_id: event.id, settings });
}
