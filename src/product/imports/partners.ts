// The partners of a batch: found by any of their names, or added. The tool's names are stored, so that its other files find them; their
// addresses let them sign in, and are stored only encrypted and as hashes.
import { hash } from "node:crypto";
import { requireProgramRight } from "../../access/permission.ts";
import { foldedPartnerCode, partnerCodePattern, partnerCodeRule } from "../../core/rules/partner-code.ts";
import { withoutBidiControls } from "../../core/vocabulary/fields.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { isUniqueViolation } from "../../engine/postgres/faults.ts";
import { commitBatch } from "../../engine/recording/locked-batch.ts";
import { addCoupon } from "../coupons/change.ts";
import { noteEmails } from "../flags/note-emails.ts";
import { CouponRefused } from "../operation/change-refused.ts";
import { addPartnerEmail } from "../partners/emails.ts";
import type { Fault, ImportedPartner, PartnerNames } from "./import-row.ts";
import type { Importing } from "./importing.ts";
import { findCodesOfOthers, findPartners, keyOf, type PartnerName } from "./known.ts";
import { type FoundGroup, findGroups, findGroupsOf } from "./named-groups.ts";

const claimCodeStatement: Statement = {
  name: "claim_imported_code",
  text: "insert into partner_code (code, program_id, partner_id) values ($1, $2, $3)",
};

const rememberStatement: Statement = {
  name: "remember_imported_partner",
  text: `insert into import_partner (program_id, tool, external_id, partner_id) values ($1, $2, $3, $4)
         on conflict do nothing`,
};

const attemptsMax = 3;

/** In dry runs: who would be added, and has no id. */
const wouldBeAdded = 0;

export type NamedPartner = { readonly line: number; readonly partner: ImportedPartner };

/** Every name a partner of these lines is found under; lines that cannot be are faults of the tally. */
export async function takePartners(importing: Importing, lines: readonly NamedPartner[]): Promise<void> {
  for (let attempt = 1; lines.length > 0; attempt += 1) {
    const plan = await planPartners(importing, lines);
    try {
      if (importing.isApplied) await record(importing, plan);
    } catch (error) {
      // Another writer took a code or an address meanwhile.
      if (attempt < attemptsMax && isUniqueViolation(error)) continue;
      throw error;
    }
    count(importing, plan);
    if (importing.isApplied) await noteEmails(importing.database, importing.programId);
    if (importing.isApplied) await takeCoupons(importing, lines);
    return;
  }
}

/** A code that is another partner's here stays that partner's, and the line says so. */
async function takeCoupons(importing: Importing, lines: readonly NamedPartner[]): Promise<void> {
  const { database, programId, actor } = importing;
  const withCoupon = lines.flatMap((line) => {
    const { coupon } = line.partner;
    return coupon === null || coupon === undefined ? [] : [{ ...line, coupon }];
  });
  if (withCoupon.length === 0) return;
  const names = withCoupon.flatMap(({ partner }) => namesOf(importing, partner));
  const found = await database.withSession((session) => findPartners(session, importing, names));
  for (const line of withCoupon) {
    const partnerId = partnerUnder(importing, found, line.partner);
    if (partnerId === undefined) continue;
    try {
      await addCoupon(database, { programId, partnerId, ...line.coupon }, actor);
    } catch (error) {
      if (!(error instanceof CouponRefused)) throw error;
      importing.tally.fault([faultOf(line, `is imported without its discount code: ${error.message}`)]);
    }
  }
}

/** Undefined where the file names no group. */
type New = NamedPartner & { readonly code: string; readonly groupId: string | undefined };
type Plan = {
  readonly added: readonly New[];
  /** To be made, each by its id with its name. */
  readonly groups: readonly (readonly [id: string, name: string])[];
  readonly known: readonly (NamedPartner & { readonly partnerId: number })[];
  readonly faults: readonly Fault[];
  /** Lines that name another group than the partner is in. */
  readonly kept: number;
};

async function planPartners(importing: Importing, lines: readonly NamedPartner[]): Promise<Plan> {
  const { programId } = importing;
  const wished = lines.map((line) => ({ ...line, code: line.partner.code ?? derivedCode(importing, line.partner) }));
  const names = lines.flatMap(({ partner }) => namesOf(importing, partner));
  const { found, taken, groupOf, groupsOf } = await importing.database.withSession(async (session) => {
    const found = await findPartners(session, importing, names);
    const codes = wished.map(({ code }) => code);
    const taken = await findCodesOfOthers(session, programId, codes);
    const groupsOf = await findGroupsOf(session, importing, [...new Set(found.values())]);
    return { found, taken, groupOf: await findGroups(session, importing), groupsOf };
  });
  const known: Plan["known"][number][] = [];
  const plan = { added: [] as New[], groups: [] as Plan["groups"][number][], faults: [] as Fault[], known, kept: 0 };
  const add = (line: NamedPartner & { readonly code: string }): void => {
    const { group } = line.partner;
    const into = group === null || group === undefined ? undefined : groupOf(group);
    if (into !== undefined && "fault" in into) {
      plan.faults.push(faultOf(line, into.fault));
      return;
    }
    if (into?.isNew === true) plan.groups.push([into.id, group ?? into.id]);
    codes.set(foldedPartnerCode(line.code), { ...line, groupId: into?.id });
    plan.added.push({ ...line, groupId: into?.id });
  };
  const codes = new Map<string, New>();
  for (const line of wished) {
    const partnerId = partnerUnder(importing, found, line.partner);
    const folded = foldedPartnerCode(line.code);
    const twin = codes.get(folded);
    if (partnerId !== undefined) {
      plan.known.push({ ...line, partnerId });
      const now = groupsOf.get(partnerId);
      const { group } = line.partner;
      if (now !== undefined && group != null && !isIn(now, groupOf(group, { mayAdd: false }))) plan.kept += 1;
    } else if (twin?.code === line.code && isSame(twin.partner, line.partner)) continue;
    else if (!partnerCodePattern.test(line.code))
      plan.faults.push(faultOf(line, `has a code that ${partnerCodeRule}.`));
    else if (taken.has(folded) || twin !== undefined) {
      plan.faults.push(faultOf(line, `has the code ${line.code}, which is taken on this installation: write another.`));
    } else add(line);
  }
  return plan;
}

function isIn(groupId: string, named: FoundGroup): boolean {
  return "id" in named && named.id === groupId;
}

function isSame(one: PartnerNames, other: PartnerNames): boolean {
  return one.externalId === other.externalId && one.email === other.email;
}

function faultOf({ line }: NamedPartner, message: string): Fault {
  return { line, column: null, message };
}

async function record(importing: Importing, { added, known, groups }: Plan): Promise<void> {
  const { database, programId, tool, actor } = importing;
  const remember = (session: Session, { externalId }: PartnerNames, partnerId: number): void => {
    if (externalId !== null) void session.query(rememberStatement, [programId, tool, externalId, partnerId]);
  };
  const ofGroups = groups.map(([group_id, name]) =>
    importing.submission({
      key: `group:${group_id}`,
      occurredAt: null,
      data: { type: "group_set", group_id, settings: { name: withoutBidiControls(name) } },
    }),
  );
  const ofPartners = added.map(({ partner, code, groupId: group_id }) => {
    const { externalId, status } = partner;
    const of = {
      name: withoutBidiControls(partner.name),
      code,
      status,
      ...(group_id === undefined ? {} : { group_id }),
    };
    return importing.submission({
      key: `partner:${externalId ?? code}`,
      occurredAt: null,
      data: { type: "partner_imported", tool, ...of },
    });
  });
  const results = await commitBatch(database, [...ofGroups, ...ofPartners], {
    before: (session) => requireProgramRight(session, actor, programId, "settings"),
    after: (session, recorded) => {
      for (const [index, { partner, code }] of added.entries()) {
        const result = recorded[ofGroups.length + index];
        if (result?.kind !== "concluded" || result.eventId === null) continue;
        const partnerId = result.eventId;
        void session.query(claimCodeStatement, [code, programId, partnerId]);
        remember(session, partner, partnerId);
        if (partner.email === null) continue;
        const address = { hash: importing.hashOf(partner.email), email: partner.email, author: actor };
        addPartnerEmail(session, importing.secrets, { programId, partnerId }, address);
      }
      for (const { partner, partnerId } of known) remember(session, partner, partnerId);
    },
  });
  importing.requireRecorded(results);
}

function count(importing: Importing, { added, known, faults, kept }: Plan): void {
  for (const { partner, code } of added) {
    importing.tally.count("partners_new");
    if (importing.isApplied) continue;
    for (const name of namesOf(importing, { ...partner, code })) importing.wouldBe.add(keyOf(name));
  }
  for (const _ of known) importing.tally.count("partners_known");
  for (let number = 0; number < kept; number += 1) importing.tally.count("kept");
  for (const fault of faults) importing.tally.fault([fault]);
}

/** The partner of these names: the tool's own id before a code, and a code before an address. */
export function partnerUnder(
  importing: Importing,
  found: ReadonlyMap<string, number>,
  names: PartnerNames,
): number | undefined {
  const keys = namesOf(importing, names).map(keyOf);
  for (const key of keys) {
    const partnerId = found.get(key);
    if (partnerId !== undefined) return partnerId;
  }
  return keys.some((key) => importing.wouldBe.has(key)) ? wouldBeAdded : undefined;
}

export function namesOf(importing: Importing, { externalId, code, email }: PartnerNames): PartnerName[] {
  const names: PartnerName[] = [];
  if (externalId !== null) names.push({ kind: "external", name: externalId });
  if (code !== null) names.push({ kind: "code", name: code });
  if (email !== null) names.push({ kind: "email", name: importing.hashOf(email) });
  return names;
}

const derivedHexDigits = 6;
const slugCharactersMax = 40;

/** Of a partner without a code in the export: the same in every run, and hardly anyone else's. */
function derivedCode({ programId, tool }: Importing, { name, externalId, email }: ImportedPartner): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, slugCharactersMax)
    .replace(/^-+|-+$/g, "");
  const digits = hash("sha256", `${programId}:${tool}:${externalId ?? email}`, "hex").slice(0, derivedHexDigits);
  return `${slug === "" ? "partner" : slug}-${digits}`;
}
