// svc migrate: brings the database to this version's schema, also one that others are using, and makes again what keeps its log
// append-only where that is missing, as in a database that was restored from a dump.
import { logFaultMeanings } from "../../db/log-protection.ts";
import { defineCommand } from "../command.ts";

export const command = defineCommand({
  example: "migrate",
  flags: {},
  migrates: true,
  run: async ({ location, migrated, protection: { repaired, logFaults } }) => ({
    json: { migrated, repaired, missing: logFaults },
    text: () =>
      [
        migrated.length === 0 ? `Up to date: ${location}` : `Applied ${migrated.join(", ")}: ${location}`,
        ...repaired.map((fault) => `Repaired: ${logFaultMeanings[fault]}.`),
        ...logFaults.map((fault) => `Still missing, an administrator's rights are needed: ${logFaultMeanings[fault]}.`),
      ].join("\n"),
  }),
});
