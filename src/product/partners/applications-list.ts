// People who asked to become partners of a program, by id: as they asked.
import type { Kysely } from "kysely";
import { z } from "zod";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { defaultGroupId } from "../../core/rules/events/group-events.ts";
import { joinAnswerSchema } from "../../core/rules/events/settings/join-fields.ts";
import { id, idOrNull, oneOf, time, timeOrNull, words } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import { applicationStatuses } from "../../core/vocabulary/statuses.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { openAnswers } from "./join-answers.ts";

export const applicationLine = z.strictObject({
  application_id: id("The application"),
  name: words("Name people would see"),
  code: words("The code it asks for"),
  email: words("Its e-mail, which it proved to read"),
  status: oneOf(applicationStatuses, "Its status"),
  group_id: words("The group it asks to join"),
  recruited_by: idOrNull("The partner whose join link it came by; null where no partner shared it"),
  partner_id: idOrNull("The partner it became; null until it is approved"),
  applied_at: time("When it asked"),
  decided_at: timeOrNull("When it was approved or declined"),
  answers: z
    .array(joinAnswerSchema)
    .readonly()
    .meta({ description: "What it answered to the fields of the group's join form" }),
});

export type ApplicationLine = z.output<typeof applicationLine>;

export const applicationFilters = {
  status: oneOf(applicationStatuses, "Only those of this status").optional(),
  partner_id: id("Only the one that became this partner").optional(),
};

const byApplicationId = keyset("partner-applications", numberKey);

export async function listApplications(
  db: Kysely<Tables>,
  secrets: Pick<Secrets, "decrypt">,
  programId: number,
  request: PageRequest,
  filter: Filter<typeof applicationFilters>,
): Promise<Page<ApplicationLine>> {
  const [after] = byApplicationId.after(request, [0]);
  let query = db
    .selectFrom("partner_application")
    .select([
      "application_id",
      "name",
      "code",
      "email_hash",
      "email_encrypted",
      "answers_encrypted",
      "status",
      "group_id",
      "recruited_by",
      "partner_id",
      "applied_at",
      "decided_at",
    ])
    .where("program_id", "=", programId)
    .where("application_id", ">", after)
    .orderBy("application_id")
    .limit(request.limit + 1);
  if (filter.status !== undefined) query = query.where("status", "=", filter.status);
  if (filter.partner_id !== undefined) query = query.where("partner_id", "=", filter.partner_id);
  const page = byApplicationId.page(await query.execute(), request, (row) => [row.application_id]);
  return {
    ...page,
    data: page.data.map(
      ({ application_id, name, code, email_hash, email_encrypted, answers_encrypted, group_id, ...rest }) => ({
        application_id,
        name,
        code,
        email: secrets.decrypt(placeIn("partner_application", programId, email_hash), email_encrypted),
        group_id: group_id ?? defaultGroupId,
        ...rest,
        answers: openAnswers(secrets, { programId, emailHash: email_hash }, answers_encrypted),
      }),
    ),
  };
}
