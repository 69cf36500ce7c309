// An operator who is signed in: its token may ask for every program over HTTP.
import { randomUUID } from "node:crypto";
import { storedDigest } from "../src/access/stored-digests.ts";
import { withClient } from "../src/engine/postgres/database.ts";

export async function openOperatorSession(url: string): Promise<string> {
  const token = randomUUID();
  await withClient(url, async (client) => {
    await client.query(
      `with made as (
         insert into account_user (id, name, email, email_verified) values ($1, 'Bench', 'bench@svc.test', true) returning id
       ), session as (
         insert into account_session (id, user_id, token, expires_at) select $1, id, $2, now() + interval '1 day' from made
       )
       insert into operator_account (user_id) select id from made`,
      [randomUUID(), storedDigest(token)],
    );
  });
  return token;
}
