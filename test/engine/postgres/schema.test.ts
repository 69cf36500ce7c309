// schema.sql shows the schema that all migrations together make. Rewrite it with `npm run schema`.
import { expect, test } from "vitest";
import { createTestDatabase } from "../../support/database.ts";
import { dumpSchema } from "../../support/schema-dump.ts";

test("schema.sql is the migrated schema", async () => {
  const db = await createTestDatabase();
  const dump = await dumpSchema(db.url);
  await db.drop();
  await expect(dump).toMatchFileSnapshot("../../../schema.sql");
});
