// Where a person is a partner, or asked to become one: by the address whose mailbox they read.
import type { Kysely } from "kysely";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { defaultGroupId } from "../../core/rules/events/group-events.ts";
import { type PortalSettings, portalSettingsOf } from "../../core/rules/events/settings/portal-settings.ts";
import type { Settings } from "../../core/rules/events/settings/settings.ts";
import type { PayoutRecipient } from "../../core/vocabulary/money/payout-recipient.ts";
import type { ApplicationStatus } from "../../core/vocabulary/statuses.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { findGroup, type GroupLine } from "../groups/list.ts";
import { openRecipient } from "../payouts/recipients-list.ts";

export type Membership = { readonly program_id: number; readonly program_name: string; readonly partner_name: string };
export type OwnApplication = { readonly program_name: string; readonly status: ApplicationStatus };

/** More programs than any person is in. */
const membershipsMax = 200;

export function listMemberships(db: Kysely<Tables>, emailHash: string): Promise<Membership[]> {
  return db
    .selectFrom("partner_email as e")
    .innerJoin("partner as p", (join) =>
      join.onRef("p.program_id", "=", "e.program_id").onRef("p.partner_id", "=", "e.partner_id"),
    )
    .innerJoin("program as g", "g.program_id", "e.program_id")
    .select(["g.program_id", "g.name as program_name", "p.name as partner_name"])
    .where("e.email_hash", "=", emailHash)
    .orderBy("g.program_id")
    .limit(membershipsMax)
    .execute();
}

/** Those that made no partner. */
export function listOwnApplications(db: Kysely<Tables>, emailHash: string): Promise<OwnApplication[]> {
  return db
    .selectFrom("partner_application as a")
    .innerJoin("program as g", "g.program_id", "a.program_id")
    .select(["g.name as program_name", "a.status"])
    .where("a.email_hash", "=", emailHash)
    .where("a.status", "<>", "approved")
    .orderBy("a.application_id")
    .limit(membershipsMax)
    .execute();
}

export async function findOwnPartnerId(
  db: Kysely<Tables>,
  emailHash: string,
  programId: number,
): Promise<number | undefined> {
  const found = await db
    .selectFrom("partner_email")
    .select("partner_id")
    .where("program_id", "=", programId)
    .where("email_hash", "=", emailHash)
    .executeTakeFirst();
  return found?.partner_id;
}

export async function findOwnRecipient(
  db: Kysely<Tables>,
  secrets: Pick<Secrets, "decrypt">,
  of: { readonly programId: number; readonly partnerId: number },
): Promise<PayoutRecipient | null> {
  const found = await db
    .selectFrom("payout_recipient")
    .select("recipient_encrypted")
    .where("program_id", "=", of.programId)
    .where("partner_id", "=", of.partnerId)
    .executeTakeFirst();
  return found === undefined ? null : openRecipient(secrets, of, found.recipient_encrypted);
}

/** What a program says about itself to people who may become its partners. */
export type PublicProgram = PortalSettings & {
  readonly program_id: number;
  readonly program_name: string;
  /** With the group's terms and hold, where it has any. */
  readonly settings: Settings;
  /** The group to be joined. */
  readonly group: Pick<GroupLine, "group_id" | "name" | "join_text" | "join_fields">;
};

/**
 * Undefined where the program does not exist or is not active. A group other than the default one is open only by its own sign-up
 * rule, so that an applicant cannot choose better terms.
 */
export async function findPublicProgram(
  db: Kysely<Tables>,
  programId: number,
  groupId: string | null,
): Promise<PublicProgram | undefined> {
  const program = await findProgramItself(db, programId);
  const group = program && (await findGroup(db, programId, groupId ?? defaultGroupId));
  if (program === undefined || group === undefined) return undefined;
  const { group_id, name, join_text, join_fields } = group;
  const partner_sign_up = group.partner_sign_up ?? (groupId === null ? program.partner_sign_up : "closed");
  const commission = group.commission ?? program.settings.commission;
  const hold_period_days = group.hold_period_days ?? program.settings.hold_period_days;
  const settings = { ...program.settings, commission, hold_period_days };
  return { ...program, partner_sign_up, settings, group: { group_id, name, join_text, join_fields } };
}

type ProgramItself = Omit<PublicProgram, "group">;

async function findProgramItself(db: Kysely<Tables>, programId: number): Promise<ProgramItself | undefined> {
  const found = await db
    .selectFrom("program as p")
    .innerJoin("program_settings as s", "s.program_id", "p.program_id")
    .select(["p.program_id", "p.name as program_name", "s.settings"])
    .where("p.program_id", "=", programId)
    .where("p.status", "=", "active")
    .orderBy("s.from_event_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return found === undefined ? undefined : { ...found, ...portalSettingsOf(found.settings) };
}
