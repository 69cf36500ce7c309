// The service itself, composed as in production, in a process of its own that never outlives its parent.
import { pino } from "pino";
import { readConfig } from "../src/config/config.ts";
import { openInstallation } from "../src/engine/postgres/installation.ts";
import { listen } from "../src/faces/cli/service/http-server.ts";
import { composeService } from "../src/main.ts";

const config = readConfig(process.env);
const { database, url: ownerUrl } = await openInstallation({
  databaseUrl: config.databaseUrl?.reveal() ?? null,
  dataDir: config.dataDir,
  as: { version: "bench" },
  migrates: true,
});
const http = await listen({ host: "127.0.0.1", port: 0, portIsFixed: true }, config);
const service = await composeService({ database, ownerUrl, config, log: pino({ level: "error" }) });
http.serve(service.handler);
process.send?.({ port: http.port });
process.once("disconnect", () => process.exit());
