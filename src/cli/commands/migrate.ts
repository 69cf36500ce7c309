// svc migrate: brings the database to this version's schema, also one that others are using.
import { defineCommand } from "../command.ts";

export const command = defineCommand({
  example: "migrate",
  flags: {},
  migrates: true,
  run: async ({ location, migrated }) => ({
    json: { migrated },
    text: () => (migrated.length === 0 ? `Up to date: ${location}` : `Applied ${migrated.join(", ")}: ${location}`),
  }),
});
