// Configuration by operators: workspaces, programs and partners. All but workspaces are events in the program's own
// stream, recorded through the same transaction as everything else and finished when the call answers.
// What an account asks for is recorded only while it has the right to, asked in that transaction.

import { AccessRefused } from "../../access/access-refused.ts";
import { claimOnce, keepMadeIds, type Once } from "../../access/idempotency.ts";
import {
  type Actor,
  changesTerms,
  requireProgramRight,
  requireSettingsRight,
  requireTermsRight,
  requireWorkspaceRight,
} from "../../access/permission.ts";
import { putNewKey } from "../../access/program-keys.ts";
import type { EventData } from "../../core/rules/events/events.ts";
import { defaultSettings, type Settings } from "../../core/rules/events/settings/settings.ts";
import { foldedPartnerCode } from "../../core/rules/partner-code.ts";
import { createHead } from "../../engine/log/heads.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { isUniqueViolation } from "../../engine/postgres/faults.ts";
import { findPartnerDiscount, queueDiscount } from "../coupons/discounts/joining.ts";
import { noteEmails } from "../flags/note-emails.ts";
import { type Caps, requireBelow } from "../operation/caps.ts";
import { ConfigurationRefused } from "../operation/change-refused.ts";
import { configure, record, requirePayable } from "./record.ts";

const createWorkspaceStatement: Statement = {
  name: "create_workspace",
  text: "insert into workspace (name) values ($1) returning workspace_id",
};

const nextProgramIdStatement: Statement = { name: "next_program_id", text: "select nextval('program_id_seq') as id" };

const lockWorkspaceStatement: Statement = {
  name: "lock_workspace",
  text: "select workspace_id from workspace where workspace_id = $1 for key share",
};

const claimCodeStatement: Statement = {
  name: "claim_partner_code",
  text: "insert into partner_code (code, program_id, partner_id) values ($1, $2, $3)",
};

const partnerOfCodeStatement: Statement = {
  name: "partner_of_taken_code",
  text: `select program_id, partner_id
           from partner_code
          where lower(code collate "C") = $1 and not is_near_another`,
};

export async function createWorkspace(database: Database, name: string): Promise<number> {
  const [row] = await database.transaction((session) =>
    session.query<{ workspace_id: number }>(createWorkspaceStatement, [name]),
  );
  if (row === undefined) throw new Error("the workspace got no id");
  return row.workspace_id;
}

/** Of the workspaces that the account owns, and of this one with any owner. Held until the program exists, so that two calls cannot both pass. */
const lockOwnedStatement: Statement = {
  name: "lock_workspaces_of_account",
  text: `select workspace_id
           from workspace
          where workspace_id = $1
             or workspace_id in (select m.workspace_id from workspace_member m where m.user_id = $2 and m.role = 'owner')
          order by workspace_id
            for no key update`,
};

const countProgramsStatement: Statement = {
  name: "count_programs_of_account",
  text: "select count(*) as programs from program where workspace_id = any($1::bigint[])",
};

async function requireRoom(session: Session, caps: Caps, workspaceId: number, actor: Actor): Promise<void> {
  if (actor.kind === "operator") return;
  const accountId = actor.kind === "account" ? actor.accountId : null;
  const owned = await session.query<{ workspace_id: number }>(lockOwnedStatement, [workspaceId, accountId]);
  const ids = owned.map(({ workspace_id }) => workspace_id);
  const [row] = await session.query<{ programs: number }>(countProgramsStatement, [ids]);
  requireBelow(caps, "programsPerAccountMax", row?.programs ?? 0, actor);
}

/**
 * Creates the program with its key; the key's value is not handed back, only a regenerated one ever is. Settings left out take
 * their defaults.
 */
export async function createProgram(
  database: Database,
  program: { readonly workspaceId: number; readonly name: string; readonly settings: Partial<Settings> },
  actor: Actor,
  { once = null, caps }: { readonly once?: Once | null; readonly caps?: Caps } = {},
): Promise<number> {
  const settings = { ...defaultSettings, ...program.settings };
  requirePayable(settings, settings);
  const programId = await nextProgramId(database);
  const data: EventData = {
    type: "program_created",
    workspace_id: program.workspaceId,
    name: program.name,
    settings,
  };
  await record(database, programId, data, actor, {
    before: async (session) => {
      await requireWorkspaceRight(session, actor, program.workspaceId, "programs");
      requireSettingsRight(actor, program.settings);
      await claimOnce(session, once);
      await lockWorkspace(session, program.workspaceId);
      if (caps !== undefined) await requireRoom(session, caps, program.workspaceId, actor);
      await createHead(session, programId);
      putNewKey(session, programId);
      keepMadeIds(session, once, [programId]);
    },
  });
  return programId;
}

export async function nextProgramId(database: Database): Promise<number> {
  const [row] = await database.transaction((session) => session.query<{ id: number }>(nextProgramIdStatement, []));
  if (row === undefined) throw new Error("the program got no id");
  return row.id;
}

export async function lockWorkspace(session: Session, workspaceId: number): Promise<void> {
  const found = await session.query(lockWorkspaceStatement, [workspaceId]);
  if (found.length > 0) return;
  throw new ConfigurationRefused(`There is no workspace ${workspaceId}.`, { code: "unknown_workspace" });
}

type PartnerCode = { readonly code: string; readonly programId: number; readonly partnerId: number };

/** Sent, and not waited for: a code that is taken fails the transaction. */
export function claimCode(session: Session, { code, programId, partnerId }: PartnerCode): void {
  void session.query(claimCodeStatement, [code, programId, partnerId]);
}

type NewPartner = {
  readonly programId: number;
  readonly name: string;
  readonly code: string;
  /** Undefined for the default group. */
  readonly groupId?: string | undefined;
  /** The partner that recruited it; null for none. */
  readonly recruitedBy?: number | null;
};

/** Answers the partner's id. The code is the `aff` value of its links, unique in the installation. */
export function addPartner(
  database: Database,
  partner: NewPartner,
  actor: Actor,
  once: Once | null = null,
): Promise<number> {
  return joinPartner(database, partner, actor, {
    before: async (session) => {
      await requireProgramRight(session, actor, partner.programId, "programs");
      await claimOnce(session, once);
    },
    after: (session, partnerId) => keepMadeIds(session, once, [partnerId]),
  });
}

/** `before` checks whether it is allowed; `actor` may see whose a taken code is, and null may not. */
export async function joinPartner(
  database: Database,
  { programId, name, code, groupId, recruitedBy = null }: NewPartner,
  actor: Actor | null,
  claims: {
    readonly before: (session: Session) => Promise<void>;
    readonly after: (session: Session, partnerId: number) => void;
  },
): Promise<number> {
  try {
    const group = groupId === undefined ? {} : { group_id: groupId };
    const recruiter = recruitedBy === null ? {} : { recruited_by: recruitedBy };
    let discount: Awaited<ReturnType<typeof findPartnerDiscount>> = null;
    return await record(database, programId, { type: "partner_joined", name, code, ...group, ...recruiter }, actor, {
      before: async (session) => {
        await claims.before(session);
        discount = await findPartnerDiscount(session, { programId, groupId });
      },
      after: (session, [result]) => {
        if (result?.kind !== "concluded" || result.eventId === null) return;
        claimCode(session, { code, programId, partnerId: result.eventId });
        if (discount !== null) queueDiscount(session, { programId, groupId, partnerId: result.eventId }, discount);
        claims.after(session, result.eventId);
      },
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ConfigurationRefused(
      `The code ${code} is taken; codes are unique in the installation, regardless of case.`,
      {
        code: "code_taken",
        cause: error,
        details: actor === null ? {} : await findOwnPartner(database, code, actor),
      },
    );
  }
}

/** Of a code that is taken: the partner that has it where the actor may see that one, and nothing of another brand's. */
async function findOwnPartner(
  database: Database,
  code: string,
  actor: Actor,
): Promise<ConfigurationRefused["details"]> {
  return database.transaction(async (session) => {
    const [partner] = await session.query<{ program_id: number; partner_id: number }>(partnerOfCodeStatement, [
      foldedPartnerCode(code),
    ]);
    if (partner === undefined) return {};
    try {
      await requireProgramRight(session, actor, partner.program_id, "read");
      return partner;
    } catch (error) {
      if (error instanceof AccessRefused) return {};
      throw error;
    }
  });
}

export async function changeProgram(
  database: Database,
  programId: number,
  change: {
    readonly name: string | null;
    readonly status: "active" | "inactive" | null;
    readonly settings: Partial<Settings>;
  },
  actor: Actor,
): Promise<void> {
  await record(database, programId, { type: "program_changed", ...change }, actor, {
    before: async (session) => {
      if (changesTerms(change)) await requireTermsRight(session, actor, programId);
      else await requireProgramRight(session, actor, programId, "programs");
      requireSettingsRight(actor, change.settings);
    },
  });
  const { flag_own_email, flag_recruit_circle } = change.settings;
  if (flag_own_email !== undefined || flag_recruit_circle !== undefined) await noteEmails(database, programId);
}

export async function changePartner(
  database: Database,
  change: {
    readonly programId: number;
    readonly partnerId: number;
    readonly name: string | null;
    readonly status: "active" | "inactive" | null;
  },
  actor: Actor,
): Promise<void> {
  const { programId, partnerId, name, status } = change;
  await configure(
    database,
    programId,
    { type: "partner_changed", partner_id: partnerId, name, status },
    actor,
    requireMember,
  );
}

const requireMember = (session: Session, actor: Actor, programId: number): Promise<void> =>
  requireProgramRight(session, actor, programId, "programs");
