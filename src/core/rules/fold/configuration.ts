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
import type { CommissionTerms, Settings } from "../events/settings.ts";
import { settingsInForce } from "./settings-in-force.ts";

export function foldProgramCreated(books: Books, event: Event<ProgramCreated>): Conclusion {
  books.of.program.put({
    program_id: books.programId,
    workspace_id: event.data.workspace_id,
    name: event.data.name,
    status: "active",
    created_at: event.received_at,
    closed_until: null,
    owns_coupons: false,
  });
  putSettings(books, event, event.data.settings);
  return recorded("Program created.");
}

export function foldProgramChanged(books: Books, event: Event<ProgramChanged>): Conclusion {
  const program = books.of.program.get("");
  if (program === undefined) throw new Error(`program ${books.programId} was changed before it was created`);
  books.of.program.put({
    ...program,
    name: event.data.name ?? program.name,
    status: event.data.status ?? program.status,
  });
  if (Object.keys(event.data.settings).length > 0) {
    putSettings(books, event, { ...settingsInForce(books, event.id), ...event.data.settings });
  }
  return recorded("Program changed.");
}

export function foldPolicy(books: Books, event: Event<PolicySet | PolicyRemoved>): Conclusion {
  const commission: CommissionTerms | null = event.data.type === "policy_set" ? event.data.commission : null;
  books.of.policy.put({
    program_id: books.programId,
    product_id: event.data.product_id,
    from_event_id: event.id,
    commission,
  });
  return recorded(commission === null ? "Policy removed." : "Policy set.");
}

export function foldPartner(books: Books, event: Event<PartnerJoined | PartnerChanged>): Conclusion {
  const { data } = event;
  if (data.type === "partner_joined") {
    books.of.partner.put({
      program_id: books.programId,
      partner_id: event.id,
      name: data.name,
      code: data.code,
      status: "active",
      joined_at: event.received_at,
    });
    return recorded("Partner joined.");
  }
  const partner = books.of.partner.get(data.partner_id);
  if (partner === undefined) {
    return refused("unknown_partner", `Program ${books.programId} has no partner ${data.partner_id}.`);
  }
  books.of.partner.put({ ...partner, name: data.name ?? partner.name, status: data.status ?? partner.status });
  return recorded("Partner changed.");
}

function putSettings(books: Books, event: Event, settings: Settings): void {
  books.of.program_settings.put({ program_id: books.programId, from_event_id: event.id, settings });
}
