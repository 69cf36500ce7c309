// Publishing a version of a program's agreement, and a partner's acceptance of it. Both are decided under the program's lock: versions have
// no gap, and no partner accepts a text that was replaced meanwhile.
import { createHash } from "node:crypto";
import { type Actor, requireTermsRight } from "../../access/permission.ts";
import type { AgreementAccepted, AgreementPublished } from "../../core/rules/events/agreement-events.ts";
import type { Agreement } from "../../core/rules/rows/rows.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import type { PartnerPerson } from "../partners/person.ts";
import { configurationOf, recordedId } from "../programs/record.ts";

const agreementStatement: Statement = {
  name: "agreement_of_program",
  text: "select agreement from program where program_id = $1",
};

const ownPartnerStatement: Statement = {
  name: "partner_who_accepts",
  text: `select p.partner_id, (p.accepted ->> 'version')::int as version
           from partner_email m
           join partner p on p.program_id = m.program_id and p.partner_id = m.partner_id
          where m.program_id = $1 and m.email_hash = $2`,
};

/** An empty text ends the agreement. The text in force, published again, changes nothing. */
export async function publishAgreement(
  database: Database,
  { programId, text }: { readonly programId: number; readonly text: string },
  actor: Actor,
): Promise<void> {
  const sha256 = createHash("sha256").update(text, "utf8").digest("hex");
  const results = await commitDecided(database, programId, async (session) => {
    await requireTermsRight(session, actor, programId);
    const before = await readAgreement(session, programId);
    if (before === null ? text === "" : before.sha256 === sha256) return [];
    const data: AgreementPublished = {
      ...{ type: "agreement_published", version: (before?.version ?? 0) + 1, text, sha256 },
    };
    return [configurationOf(programId, data, actor)];
  });
  for (const result of results) recordedId(result, programId);
}

/** `replaced`: this version is not in force. Undefined where this person is no partner of the program. */
export async function acceptAgreement(
  database: Database,
  { programId, version, sha256 }: { readonly programId: number; readonly version: number; readonly sha256: string },
  person: PartnerPerson,
): Promise<"accepted" | "replaced" | undefined> {
  let outcome: "accepted" | "replaced" | undefined;
  const results = await commitDecided(database, programId, async (session) => {
    const who = [programId, person.emailHash];
    const [partner] = await session.query<{ partner_id: number; version: number | null }>(ownPartnerStatement, who);
    if (partner === undefined) return [];
    const inForce = await readAgreement(session, programId);
    const isInForce = inForce?.version === version && inForce.sha256 === sha256 && !inForce.is_ended;
    outcome = isInForce ? "accepted" : "replaced";
    if (!isInForce || partner.version === version) return [];
    const data: AgreementAccepted = { type: "agreement_accepted", partner_id: partner.partner_id, version, sha256 };
    const { event, ...rest } = configurationOf(programId, data, null);
    return [{ ...rest, event: { ...event, by: authorText({ kind: "partner", partnerId: partner.partner_id }) } }];
  });
  for (const result of results) recordedId(result, programId);
  return outcome;
}

async function readAgreement(session: Session, programId: number): Promise<Agreement | null> {
  const [row] = await session.query<{ agreement: Agreement | null }>(agreementStatement, [programId]);
  return row?.agreement ?? null;
}
