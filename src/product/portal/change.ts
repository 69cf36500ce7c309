// What partners do themselves: ask for a link, use it, sign up, say where their payouts go, sign out.
// Asking for a link is answered before anything is known of the address, and the rest is done after the answer: neither its
// words nor its time reveal whether the address is a partner's.
import type { Logger } from "pino";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { PayoutRecipient } from "../../core/vocabulary/money/payout-recipient.ts";
import type { Language } from "../../core/wording/languages.ts";
import type { Words } from "../../core/wording/say.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { OutboundPolicy } from "../../files/addresses.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { acceptAgreement } from "../agreements/change.ts";
import { compareAfterChange, compareSignIns } from "../flags/compare-partners.ts";
import { keepPartnerAddress } from "../flags/partner-addresses.ts";
import { chooseSelfBilling } from "../invoices/self-billing-change.ts";
import { ConfigurationRefused } from "../operation/change-refused.ts";
import { applyAsPartner, approveApplication } from "../partners/applications-change.ts";
import {
  findPublicProgram,
  listMemberships,
  listOwnApplications,
  type Membership,
  type OwnApplication,
  type PublicProgram,
} from "../partners/memberships-read.ts";
import type { PartnerPerson } from "../partners/person.ts";
import { setOwnRecipient } from "../payouts/own-recipient.ts";
import type { TaxDetails } from "../tax/details.ts";
import { setOwnTaxDetails } from "../tax/own-change.ts";
import { findOnlyMailLook } from "./mail-look-read.ts";
import { partnerSignInMail, partnerSignUpMail } from "./mails.ts";
import { type OwnPostback, type PostbackFault, readOwnPostback, setOwnPostback } from "./own-postback.ts";
import {
  consumeSignInLink,
  endPartnerSession,
  findPartnerSession,
  isLinkOpen,
  isPartnerEmail,
  newSignInLink,
  type SignUpWish,
} from "./sessions.ts";

export type PartnerPortal = {
  /** Mails a link where the address is a partner's, or a person signs up. Reveals neither. */
  ask(email: string, signUp: SignUpWish | null, words: Words): void;
  isLinkOpen(token: string): Promise<boolean>;
  /** Answers what the session's cookie is to hold; undefined for a link that was used, is over or never was. */
  openByLink(token: string, address: string): Promise<string | undefined>;
  personOf(sessionToken: string): Promise<PartnerPerson | undefined>;
  signOut(sessionToken: string): Promise<void>;
  memberships(person: PartnerPerson): Promise<readonly Membership[]>;
  applications(person: PartnerPerson): Promise<readonly OwnApplication[]>;
  publicProgram(programId: number, groupId: string | null): Promise<PublicProgram | undefined>;
  /** False where this person is no partner of the program. */
  setRecipient(person: PartnerPerson, programId: number, recipient: PayoutRecipient): Promise<boolean>;
  /** False where this person is no partner of the program. */
  setTaxDetails(person: PartnerPerson, programId: number, details: TaxDetails): Promise<boolean>;
  /** Null withdraws. False where this person is no partner of the program. */
  chooseSelfBilling(person: PartnerPerson, programId: number, agreesIn: Language | null): Promise<boolean>;
  /** `replaced`: another version is in force. Undefined where this person is no partner of the program. */
  acceptAgreement(
    person: PartnerPerson,
    programId: number,
    accepted: { readonly version: number; readonly sha256: string },
  ): Promise<"accepted" | "replaced" | undefined>;
  /** Null where none is set; undefined where this person is no partner of the program. */
  postback(person: PartnerPerson, programId: number): Promise<OwnPostback | null | undefined>;
  /** Answers what is wrong with it; undefined where this person is no partner of the program. */
  setPostback(
    person: PartnerPerson,
    programId: number,
    postback: OwnPostback | null,
  ): Promise<PostbackFault | null | undefined>;
  /** Answers when every mail that was promised was sent or has failed for good. */
  drain(): Promise<void>;
};

export type PartnerPortalParts = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly mailer: Pick<Mailer, "send">;
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
  readonly log: Logger;
  /** Where postbacks may go. */
  readonly outbound: OutboundPolicy;
};

export function openPartnerPortal(parts: PartnerPortalParts): PartnerPortal {
  const { database, secrets, log } = parts;
  const db = database.kysely;
  const underWay = new Set<Promise<unknown>>();
  return {
    ask(email, signUp, words) {
      const sending: Promise<unknown> = sendLink(parts, email, signUp, words)
        .catch((error: unknown) => log.error({ err: error }, "a partner's link could not be sent"))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    isLinkOpen: (token) => isLinkOpen(database, token),
    openByLink: (token, address) => openByLink(parts, token, address),
    personOf: (token) => findPartnerSession(database, token),
    signOut: (token) => endPartnerSession(database, token),
    memberships: ({ emailHash }) => listMemberships(db, emailHash),
    applications: ({ emailHash }) => listOwnApplications(db, emailHash),
    publicProgram: (programId, groupId) => findPublicProgram(db, programId, groupId),
    setRecipient: (person, programId, recipient) =>
      setOwnRecipient(database, secrets, { programId, recipient }, person).then(async (isSet) => {
        if (isSet) await compareAfterChange(database, secrets, programId);
        return isSet;
      }),
    setTaxDetails: (person, programId, details) =>
      setOwnTaxDetails(database, secrets, { programId, details, now: new Date() }, person),
    chooseSelfBilling: (person, programId, agreesIn) => chooseSelfBilling(database, { programId, agreesIn }, person),
    acceptAgreement: (person, programId, accepted) => acceptAgreement(database, { programId, ...accepted }, person),
    postback: (person, programId) => readOwnPostback(database, programId, person),
    setPostback: (person, programId, postback) => setOwnPostback(parts, { programId, postback }, person),
    async drain() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

async function sendLink(
  { database, secrets, mailer, baseUrl }: PartnerPortalParts,
  email: string,
  signUp: SignUpWish | null,
  words: Words,
): Promise<void> {
  const emailHash = secrets.hashEmail(email);
  if (signUp === null && !(await isPartnerEmail(database, emailHash))) return;
  const link = `${baseUrl}/partners/link?token=${await newSignInLink(database, secrets, { email, signUp })}`;
  await mailer.send(
    signUp === null
      ? partnerSignInMail(email, link, await findOnlyMailLook(database.kysely, emailHash), words)
      : partnerSignUpMail(email, link, words),
  );
}

/** The partner is signed in all the same: a scheduled job compares what was not. */
async function noteAddress(
  { database, secrets, log }: PartnerPortalParts,
  from: { readonly emailHash: string; readonly address: string },
): Promise<void> {
  try {
    const programs = await keepPartnerAddress(database, secrets, from);
    for (const programId of programs) await compareSignIns(database, secrets, programId);
  } catch (error) {
    log.error({ err: error }, "the address that a partner signed in from was not compared");
  }
}

async function openByLink(parts: PartnerPortalParts, token: string, address: string): Promise<string | undefined> {
  const { database, secrets, log } = parts;
  let applied: Awaited<ReturnType<typeof applyAsPartner>>;
  const opened = await consumeSignInLink(database, secrets, token, async (session, { emailHash, signUp }) => {
    if (signUp !== null) applied = await applyAsPartner(session, secrets, { emailHash }, signUp);
  });
  if (opened === undefined) return undefined;
  if (opened.signUp !== null && applied?.rule === "open") {
    const which = { programId: opened.signUp.program_id, applicationId: applied.applicationId, code: null };
    try {
      await approveApplication(database, secrets, which, "rule");
    } catch (error) {
      // The code was taken meanwhile: the application waits for the brand, who can give it another.
      if (!(error instanceof ConfigurationRefused)) throw error;
      log.info({ program_id: which.programId, code: error.code }, "an application waits for a decision");
    }
  }
  await noteAddress(parts, { emailHash: opened.emailHash, address });
  return opened.sessionToken;
}
