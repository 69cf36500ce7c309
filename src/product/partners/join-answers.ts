// What an applicant answered to the fields of a join form, as it is stored with the application: encrypted for its row, and gone with it.
import { z } from "zod";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { type JoinAnswer, joinAnswerSchema } from "../../core/rules/events/settings/join-fields.ts";

type Applicant = { readonly programId: number; readonly emailHash: string };

const stored = z.array(joinAnswerSchema).readonly();

/** Null for none. */
export function sealAnswers(
  secrets: Pick<Secrets, "encrypt">,
  { programId, emailHash }: Applicant,
  answers: readonly JoinAnswer[],
): Buffer | null {
  if (answers.length === 0) return null;
  return secrets.encrypt(placeIn("application_answers", programId, emailHash), JSON.stringify(answers));
}

export function openAnswers(
  secrets: Pick<Secrets, "decrypt">,
  { programId, emailHash }: Applicant,
  sealed: Buffer | null,
): readonly JoinAnswer[] {
  if (sealed === null) return [];
  return stored.parse(JSON.parse(secrets.decrypt(placeIn("application_answers", programId, emailHash), sealed)));
}
