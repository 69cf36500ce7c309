// People who ask to become partners. An application is no event: until the brand, or its rule that everyone may join, accepts the person,
// it is a stranger's request and not in the log. The acceptance is the event that adds a partner, as by hand.

import { type Actor, requireProgramRight } from "../../access/permission.ts";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { defaultGroupId } from "../../core/rules/events/group-events.ts";
import type { SignUpRule } from "../../core/rules/events/settings/portal-settings.ts";
import type { ApplicationStatus } from "../../core/vocabulary/statuses.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { noteEmails } from "../flags/note-emails.ts";
import { ConfigurationRefused } from "../operation/change-refused.ts";
import type { SignUpWish } from "../portal/sessions.ts";
import { joinPartner } from "../programs/change.ts";
import { addPartnerEmail } from "./emails.ts";
import { sealAnswers } from "./join-answers.ts";
import type { PartnerPerson } from "./person.ts";
import { findRecruiter } from "./recruiters.ts";

const signUpRuleStatement: Statement = {
  name: "partner_sign_up_rule",
  text: `select s.settings ->> 'partner_sign_up' as rule
           from program p
          cross join lateral (
                select settings
                  from program_settings
                 where program_id = p.program_id
                 order by from_event_id desc
                 limit 1
                ) s
          where p.program_id = $1 and p.status = 'active'`,
};

const groupRuleStatement: Statement = {
  name: "sign_up_rule_of_group",
  text: `select settings ->> 'partner_sign_up' as rule
           from partner_group
          where program_id = $1 and group_id = $2
          order by from_event_id desc
          limit 1`,
};

/** A partner cannot apply again; a declined applicant stays declined. */
const applyStatement: Statement = {
  name: "apply_as_partner",
  text: `insert into partner_application (program_id, name, code, email_hash, email_encrypted, group_id, language, recruited_by,
                                          answers_encrypted)
         select $1::bigint, $2, $3, $4, $5::bytea, $6, $7, $8::bigint, $9::bytea
          where not exists (select 1 from partner_email where program_id = $1::bigint and email_hash = $4)
             on conflict (program_id, email_hash) do nothing
         returning application_id`,
};

const findApplicationStatement: Statement = {
  name: "find_partner_application",
  text: `select name, code, email_hash, email_encrypted, group_id, recruited_by
           from partner_application
          where program_id = $1 and application_id = $2`,
};

const lockApplicationStatement: Statement = {
  name: "lock_partner_application",
  text: "select status from partner_application where program_id = $1 and application_id = $2 for update",
};

const emailHolderStatement: Statement = {
  name: "partner_that_has_email",
  text: "select partner_id from partner_email where program_id = $1 and email_hash = $2",
};

const approveStatement: Statement = {
  name: "approve_partner_application",
  text: `update partner_application set status = 'approved', partner_id = $3, decided_at = now()
          where program_id = $1 and application_id = $2`,
};

const declineStatement: Statement = {
  name: "decline_partner_application",
  text: `update partner_application set status = 'declined', decided_at = now()
          where program_id = $1 and application_id = $2`,
};

type Application = {
  readonly name: string;
  readonly code: string;
  readonly email_hash: string;
  readonly email_encrypted: Buffer;
  /** Null for the default group. */
  readonly group_id: string | null;
  /** The partner whose join link it was; null where no partner shared it. */
  readonly recruited_by: number | null;
};

type Which = { readonly programId: number; readonly applicationId: number };

/** Who decides: a person of the brand, or the brand's rule that everyone may join. */
type Decider = Actor | "rule";

/** Within the transaction that used the link which proved the mailbox. Answers the application's id, where it is a new one. */
export async function applyAsPartner(
  session: Session,
  secrets: Secrets,
  { emailHash }: PartnerPerson,
  wish: SignUpWish,
): Promise<{ readonly applicationId: number; readonly rule: SignUpRule } | undefined> {
  const groupId = wish.group_id ?? null;
  const rule = await findRule(session, wish.program_id, groupId);
  if (rule === "closed") return undefined;
  const sealed = secrets.encrypt(placeIn("partner_application", wish.program_id, emailHash), wish.email);
  const [made] = await session.query<{ application_id: number }>(applyStatement, [
    wish.program_id,
    wish.name,
    wish.code,
    emailHash,
    sealed,
    groupId,
    wish.language ?? null,
    wish.via === undefined ? null : await findRecruiter(session, wish.program_id, wish.via),
    sealAnswers(secrets, { programId: wish.program_id, emailHash }, wish.answers ?? []),
  ]);
  return made === undefined ? undefined : { applicationId: made.application_id, rule };
}

/** Answers the partner's id. `code` takes the place of the one that was asked for. */
export async function approveApplication(
  database: Database,
  secrets: Pick<Secrets, "encrypt" | "decrypt" | "signChange">,
  { code, ...which }: Which & { readonly code: string | null },
  by: Decider,
): Promise<number> {
  const found = await database.withSession((session) => findApplication(session, which));
  const { programId, applicationId } = which;
  const partner = {
    ...{ programId, name: found.name, code: code ?? found.code, groupId: found.group_id ?? undefined },
    recruitedBy: found.recruited_by,
  };
  const email = secrets.decrypt(placeIn("partner_application", programId, found.email_hash), found.email_encrypted);
  const joined = await joinPartner(database, partner, by === "rule" ? null : by, {
    before: async (session) => {
      await requireDecider(session, { programId, groupId: found.group_id }, by);
      await lockPending(session, which);
      await requireFreeEmail(session, programId, found.email_hash);
    },
    after: (session, partnerId) => {
      addPartnerEmail(
        session,
        secrets,
        { programId, partnerId },
        {
          ...{ hash: found.email_hash, email },
          author: by === "rule" ? { kind: "operator" } : by,
        },
      );
      void session.query(approveStatement, [programId, applicationId, partnerId]);
    },
  });
  await noteEmails(database, programId);
  return joined;
}

export async function declineApplication(database: Database, which: Which, actor: Actor): Promise<void> {
  await database.transaction(async (session) => {
    await requireProgramRight(session, actor, which.programId, "terms");
    await lockPending(session, which);
    await session.query(declineStatement, [which.programId, which.applicationId]);
  });
}

async function requireDecider(
  session: Session,
  { programId, groupId }: { readonly programId: number; readonly groupId: string | null },
  by: Decider,
): Promise<void> {
  if (by !== "rule") await requireProgramRight(session, by, programId, "terms");
  else if ((await findRule(session, programId, groupId)) !== "open") {
    throw new Error(`program ${programId} accepts no applicant by itself`);
  }
}

async function lockPending(session: Session, which: Which): Promise<void> {
  const [found] = await session.query<{ status: ApplicationStatus }>(lockApplicationStatement, [
    which.programId,
    which.applicationId,
  ]);
  if (found === undefined) throw noApplication(which);
  if (found.status === "pending") return;
  throw new ConfigurationRefused(`Application ${which.applicationId} is ${found.status} already.`, {
    code: "application_decided",
  });
}

/** The brand may have given the address to a partner meanwhile. */
async function requireFreeEmail(session: Session, programId: number, emailHash: string): Promise<void> {
  const [taken] = await session.query<{ partner_id: number }>(emailHolderStatement, [programId, emailHash]);
  if (taken === undefined) return;
  throw new ConfigurationRefused(`Partner ${taken.partner_id} of the program signs in with this address already.`, {
    code: "email_taken",
  });
}

/** What it asks for never changes; whether it is still open is asked where it is decided. */
async function findApplication(session: Session, which: Which): Promise<Application> {
  const [found] = await session.query<Application>(findApplicationStatement, [which.programId, which.applicationId]);
  if (found === undefined) throw noApplication(which);
  return found;
}

function noApplication({ programId, applicationId }: Which): ConfigurationRefused {
  return new ConfigurationRefused(`Program ${programId} has no application ${applicationId}.`, {
    code: "unknown_application",
  });
}

/** A group that has no rule of its own cannot be asked for; in the default group the program's counts. */
async function findRule(session: Session, programId: number, groupId: string | null): Promise<SignUpRule> {
  const [program] = await session.query<{ rule: SignUpRule | null }>(signUpRuleStatement, [programId]);
  if (program === undefined) return "closed";
  const [group] = await session.query<{ rule: SignUpRule | null }>(groupRuleStatement, [
    programId,
    groupId ?? defaultGroupId,
  ]);
  return group?.rule ?? (groupId === null ? program.rule : null) ?? "closed";
}
