// What the demo's story needs to begin: a workspace, a program, a partner and a Stripe connection, made as an operator
// makes them, with a fresh signing secret. Nothing of an earlier demo is used or changed.
import { randomBytes } from "node:crypto";
import { addConnection } from "../../../access/connections.ts";
import { operator } from "../../../access/permission.ts";
import { regenerateKey } from "../../../access/program-keys.ts";
import type { Secrets } from "../../../access/secrets/secrets.ts";
import { defaultSettings } from "../../../core/rules/events/settings/settings.ts";
import type { Database } from "../../../engine/postgres/database.ts";
import { addPartner, createProgram, createWorkspace } from "../../../product/programs/change.ts";
import { DemoFailed } from "./service-client.ts";

const secretRandomBytes = 24;

export type Setting = {
  /** Different in every run: in every id the story makes up. */
  readonly mark: string;
  readonly programId: number;
  readonly partnerCode: string;
  readonly key: string;
  readonly connectionId: number;
  readonly signingSecret: string;
};

export async function makeSetting(database: Database, secrets: Secrets): Promise<Setting> {
  const mark = randomBytes(6).toString("hex");
  const workspaceId = await createWorkspace(database, "Demo");
  const programId = await createProgram(
    database,
    {
      workspaceId,
      name: `Demo ${mark}`,
      settings: {
        ...defaultSettings,
        platform_fee_bps: 350,
        commission: { type: "percentage", rate_bps: 2000, duration_months: 12 },
      },
    },
    operator,
  );
  const partnerCode = `demo-${mark}`;
  await addPartner(database, { programId, name: "Anna", code: partnerCode }, operator);
  const key = await regenerateKey(database, programId, operator, secrets);
  const signingSecret = `whsec_${randomBytes(secretRandomBytes).toString("base64url")}`;
  const connectionId = await addConnection(
    database,
    secrets,
    {
      programId,
      provider: "stripe",
      livemode: true,
      secrets: [signingSecret],
    },
    operator,
  );
  if (key === undefined || connectionId === undefined) throw new DemoFailed("The program that it created is gone.");
  return { mark, programId, partnerCode, key, connectionId, signingSecret };
}
