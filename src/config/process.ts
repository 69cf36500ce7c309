// What one process of the service is among others, as variables of the environment.
import { z } from "zod";
import { Secret } from "../access/secrets/secret.ts";
import { roles } from "./roles.ts";
import { documented, limit, redisUrl } from "./values.ts";

export const workersMax = 64;

export const processSettings = {
  SVC_ROLE: documented(
    z.enum(roles, `must be one of ${roles.join(", ")}`).default("all"),
    "all",
    "What this process does, where several share a database: ingest takes webhooks and tracking calls, api answers all else, jobs runs what is scheduled.",
  ),
  SVC_WORKERS: limit(
    1,
    [1, workersMax],
    "Processes that share the port and the work; each program's writes go through one of them. As many as there are cores for them.",
  ),
  REDIS_URL: documented(
    redisUrl.optional(),
    "none: each process counts for itself, and workers together",
    "Redis or Valkey that rate limits of all processes are counted in, as redis://user:password@host:6379 or rediss://….",
  ),
  TRUST_PROXY_HOPS: limit(0, [0, 10], "Reverse proxies in front of the service whose X-Forwarded-For is believed."),
  SHUTDOWN_TIMEOUT_SECONDS: limit(10, [1, 600], "Seconds a stop may take before the process exits with 1."),
};

type Given = z.output<z.ZodObject<typeof processSettings>>;

export function processFigures(given: Given) {
  return {
    role: given.SVC_ROLE,
    workers: given.SVC_WORKERS,
    /** Null is this process's memory. */
    redisUrl: given.REDIS_URL === undefined ? null : new Secret(given.REDIS_URL),
    trustProxyHops: given.TRUST_PROXY_HOPS,
    shutdownTimeoutSeconds: given.SHUTDOWN_TIMEOUT_SECONDS,
  };
}
