// The bodies of program and policy calls: settings by their names in the core, with its bounds.
// A new program takes defaults for what is left out. A change holds only what is to change; commission terms are one thing and
// are changed as a whole, and then how long they last must be said: left out, it would silently become for life.
import { z } from "zod";
import { commissionTermsSchema, type Settings, settingsSchema } from "../../core/settings.ts";
import type { ProgramChange } from "../../ingest/management.ts";
import { Refusal } from "../../operations/refusal.ts";
import { text } from "./fields.ts";

const [percentage, flat] = commissionTermsSchema.options;

/** `duration_months` left out is null: for life. */
export const newCommissionSchema = z.discriminatedUnion("type", [
  percentage.extend({ duration_months: percentage.shape.duration_months.default(null) }),
  flat.extend({ duration_months: flat.shape.duration_months.default(null) }),
]);

export const statusSchema = z.enum(["active", "inactive"]);

export const newProgramSchema = z.strictObject({
  name: text,
  workspace_id: z.int().positive().optional(),
  ...settingsSchema.partial().shape,
  commission: newCommissionSchema.optional(),
});

export const programChangeSchema = z.strictObject({
  name: text.optional(),
  status: statusSchema.optional(),
  ...settingsSchema.partial().shape,
});

export type NewProgram = {
  readonly name: string;
  /** Null is the caller's only one. */
  readonly workspaceId: number | null;
  /** Only what was given. */
  readonly settings: Partial<Settings>;
};

export function newProgramOf({ name, workspace_id, ...given }: z.output<typeof newProgramSchema>): NewProgram {
  return { name, workspaceId: workspace_id ?? null, settings: definedOnly(given) };
}

export function programChangeOf({ name, status, ...given }: z.output<typeof programChangeSchema>): ProgramChange {
  const settings = definedOnly(given);
  if (name === undefined && status === undefined && Object.keys(settings).length === 0) {
    throw new Refusal("invalid_request", "Send at least one field that is to change.");
  }
  return { name: name ?? null, status: status ?? null, settings };
}

function definedOnly(given: { readonly [Name in keyof Settings]?: Settings[Name] | undefined }): Partial<Settings> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
