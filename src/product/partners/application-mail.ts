// The decision on an application, by mail to the applicant: counted like every mail. That it could not be sent changes nothing of the
// decision; the person who decided is informed, and informs the applicant.
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { wordsIn } from "../../core/wording/catalogue/catalogues.ts";
import { defaultLanguage, isLanguage } from "../../core/wording/languages.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import type { Mailer } from "../../mail/mailer.ts";
import type { MailBudget } from "../accounts/mail-budget.ts";
import { findMailLook } from "../portal/mail-look-read.ts";
import { applicationApprovedMail, applicationDeclinedMail } from "../portal/mails.ts";

export type DecidedApplication = {
  readonly programId: number;
  readonly applicationId: number;
  readonly decision: "approved" | "declined";
};

/** Answers whether it is on its way. */
export type MailApplicant = (decided: DecidedApplication) => Promise<boolean>;

type Parts = {
  readonly db: Kysely<Tables>;
  readonly secrets: Pick<Secrets, "decrypt">;
  readonly mailBudget: MailBudget;
  readonly mailer: Pick<Mailer, "send">;
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
  readonly log: Logger;
};

export function openMailApplicant({ db, secrets, mailBudget, mailer, baseUrl, log }: Parts): MailApplicant {
  return async ({ programId, applicationId, decision }) => {
    try {
      const { email_hash, email_encrypted, language } = await db
        .selectFrom("partner_application")
        .select(["email_hash", "email_encrypted", "language"])
        .where("program_id", "=", programId)
        .where("application_id", "=", applicationId)
        .executeTakeFirstOrThrow();
      const to = secrets.decrypt(placeIn("partner_application", programId, email_hash), email_encrypted);
      if ((await mailBudget.take({ to })) !== undefined) return false;
      const words = wordsIn(language !== null && isLanguage(language) ? language : defaultLanguage);
      const look = await findMailLook(db, programId);
      if (look === undefined) throw new Error(`program ${programId} has no settings`);
      const signInAddress = `${baseUrl}/partners`;
      await mailer.send(
        decision === "approved"
          ? applicationApprovedMail({ to, look, signInAddress }, words)
          : applicationDeclinedMail({ to, look }, words),
      );
      return true;
    } catch (error) {
      log.error({ err: error, program_id: programId }, "a decision could not be mailed to the applicant");
      return false;
    }
  };
}
