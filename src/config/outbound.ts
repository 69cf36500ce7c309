// Where messages and audit entries go, and how long what was sent is remembered, as variables of the environment.
import { resolve } from "node:path";
import { z } from "zod";
import type { OutboundPolicy } from "../files/addresses.ts";
import { documented, limit } from "./values.ts";

const schemes = ["https", "any"] as const;
const auditLogs = ["none", "stdout"] as const;
const addresses = ["public", "any"] as const;

export const outboundSettings = {
  OUTBOUND_SCHEMES: documented(
    z.enum(schemes, `must be one of ${schemes.join(", ")}`).default("https"),
    "https",
    "How endpoints of brands and partners may be called: https, or any for http too.",
  ),
  OUTBOUND_ADDRESSES: documented(
    z.enum(addresses, `must be one of ${addresses.join(", ")}`).default("public"),
    "public",
    "Where endpoints may be: public, or any for private addresses and this machine too.",
  ),
  EXPORT_FOLDER: documented(
    z.string().optional(),
    "none: exports go to buckets alone",
    "Folder below which programs' exports may be written.",
  ),
  AUDIT_LOG: documented(
    z.enum(auditLogs, `must be one of ${auditLogs.join(", ")}`).default("none"),
    "none",
    "Where audit entries are written as lines of JSON for a SIEM: stdout, or none.",
  ),
  OUTBOUND_LOG_RETENTION_DAYS: limit(30, [1, 3650], "Days a delivered or abandoned message is kept with its attempts."),
};

type Given = z.output<z.ZodObject<typeof outboundSettings>>;

type OutboundFigures = {
  readonly outbound: OutboundPolicy;
  readonly outboundLogRetentionDays: number;
  readonly writesAuditLog: boolean;
  /** Null without one. */
  readonly exportFolder: string | null;
};

export function outboundFigures(given: Given): OutboundFigures {
  return {
    exportFolder: given.EXPORT_FOLDER === undefined ? null : resolve(given.EXPORT_FOLDER),
    outbound: Object.freeze({
      schemes: given.OUTBOUND_SCHEMES === "any" ? (["https", "http"] as const) : (["https"] as const),
      addresses: given.OUTBOUND_ADDRESSES,
    }),
    writesAuditLog: given.AUDIT_LOG === "stdout",
    outboundLogRetentionDays: given.OUTBOUND_LOG_RETENTION_DAYS,
  };
}
