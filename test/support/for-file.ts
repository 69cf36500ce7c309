// What a file of tests has for itself: a database, or a service on one. Each is closed when the file's last test is done.
import { afterAll } from "vitest";
import type { Database } from "../../src/engine/postgres/database.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { startService } from "./service.ts";

export type ServiceForFile = {
  readonly service: Awaited<ReturnType<typeof startService>>;
  readonly testDatabase: TestDatabase;
  readonly database: Database;
  /** As the owner. */
  readonly databaseUrl: string;
};

export async function databaseForFile(): Promise<TestDatabase> {
  const testDatabase = await createTestDatabase();
  afterAll(() => testDatabase.drop());
  return testDatabase;
}

/** `env` and `now` as `startService` takes them. */
export async function serviceForFile(
  env: Readonly<Record<string, string>> = {},
  now: () => number = Date.now,
): Promise<ServiceForFile> {
  const testDatabase = await createTestDatabase();
  const { url: databaseUrl, database } = testDatabase;
  const service = await startService(databaseUrl, env, now);
  afterAll(async () => {
    await service.close();
    await testDatabase.drop();
  });
  return { service, testDatabase, database, databaseUrl };
}
