// The accounts that operate the installation, by address.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { time, words } from "../../core/vocabulary/fields.ts";
import { keyset, type Page, type PageRequest, textKey } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const operatorLine = z.strictObject({
  email: words("The address of the account"),
  name: words("The person's name"),
  since: time("When it became an operator"),
});

export type OperatorLine = z.output<typeof operatorLine>;

const byEmail = keyset("operators", textKey);

export async function listOperators(db: Kysely<Tables>, request: PageRequest): Promise<Page<OperatorLine>> {
  const [afterEmail] = byEmail.after(request, [""]);
  const { rows } = await sql<OperatorLine>`
    select u.email, u.name, o.since
      from operator_account o
      join account_user u on u.id = o.user_id
     where u.email > ${afterEmail}
     order by u.email
     limit ${request.limit + 1}`.execute(db);
  return byEmail.page(rows, request, ({ email }) => [email]);
}
