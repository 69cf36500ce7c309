// How the mails of a program look: its name, logo, colour and words as its settings in force have them.
import type { Kysely } from "kysely";
import { mailSettingsOf } from "../../core/rules/events/settings/mail-settings.ts";
import { portalSettingsOf } from "../../core/rules/events/settings/portal-settings.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import type { MailLook } from "./mail-page.ts";

export async function findMailLook(db: Kysely<Tables>, programId: number): Promise<MailLook | undefined> {
  const found = await db
    .selectFrom("program as p")
    .innerJoin("program_settings as s", "s.program_id", "p.program_id")
    .select(["p.name", "s.settings"])
    .where("p.program_id", "=", programId)
    .orderBy("s.from_event_id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { name, settings } = found;
  return { program: name, brand_color: portalSettingsOf(settings).brand_color, ...mailSettingsOf(settings) };
}

/** That of the only program this address is a partner's in; null where there are several or none. */
export async function findOnlyMailLook(db: Kysely<Tables>, emailHash: string): Promise<MailLook | null> {
  const [program, another] = await db
    .selectFrom("partner_email")
    .select("program_id")
    .where("email_hash", "=", emailHash)
    .limit(2)
    .execute();
  if (program === undefined || another !== undefined) return null;
  return (await findMailLook(db, program.program_id)) ?? null;
}
