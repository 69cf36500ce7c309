// The form of a file that declares programs, made from the inputs of the operations that do what it says: what they take, the file takes,
// with the same bounds and words. A field that is left out is left as it is, so no field has a default here.
import { z } from "zod";
import { name, oneOf, rule, text } from "../../../core/vocabulary/fields.ts";
import { activeStatuses } from "../../../core/vocabulary/statuses.ts";
import { loadOperation } from "../../../product/operation/groups.ts";
import type { Operation } from "../../../product/operation/operation.ts";
import { type SectionName, sections } from "./sections.ts";

const programsMax = 1_000;
const itemsMax = 10_000;
const variableRule = rule("must be the name of an environment variable, such as STRIPE_SIGNING_SECRET");

const variable = (description: string) =>
  z
    .string(variableRule)
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, variableRule)
    .optional()
    .meta({ description });
const partner = text("The partner, by its code");

/** Fields that only a file has. */
const ownFields: Readonly<Record<SectionName, z.core.$ZodLooseShape>> = {
  groups: {},
  policies: {},
  terms: { partner: partner.optional() },
  coupons: { partner },
  endpoints: {
    partner: partner.optional().meta({ description: "Makes it a postback of this partner, by its code" }),
    credentials_env: variable("The environment variable with a broker's credentials; read only to make the endpoint"),
  },
  connections: {
    status: oneOf(["active", "disabled"], "A disabled connection takes no deliveries").optional(),
    signing_secret_env: variable("The environment variable with the signing secret; read only to make the connection"),
    api_key_env: variable("The environment variable with the provider's API key; read only to make the connection"),
  },
};

export type FileForm = Awaited<ReturnType<typeof loadFileForm>>;
export type DeclaredDocument = z.output<FileForm["document"]>;
export type DeclaredProgram = DeclaredDocument["programs"][number];

export async function loadFileForm() {
  const settings = await fieldsOf("programs.create", ["name", "workspace_id"]);
  const items = {
    groups: await itemOf("groups"),
    policies: await itemOf("policies"),
    terms: await itemOf("terms"),
    coupons: await itemOf("coupons"),
    endpoints: await itemOf("endpoints"),
    connections: await itemOf("connections"),
  } satisfies Record<SectionName, z.ZodObject>;
  const listOf = (section: SectionName) => z.array(items[section]).max(itemsMax).optional();
  const program = z.strictObject({
    name: name("Its name, which says which program of the workspace is meant"),
    status: oneOf(activeStatuses, "An inactive program takes no clicks and no calls").optional(),
    settings: z.strictObject(settings).optional(),
    groups: listOf("groups"),
    policies: listOf("policies"),
    terms: listOf("terms"),
    coupons: listOf("coupons"),
    endpoints: listOf("endpoints"),
    connections: listOf("connections"),
  });
  const document = z.strictObject({
    workspace: name("The workspace, by its name; may be left out where there is only one").optional(),
    programs: z.array(program).min(1).max(programsMax),
  });
  return {
    document,
    settings: Object.keys(settings),
    fieldsOf: (section: SectionName) => Object.keys(items[section].shape),
  };
}

async function itemOf(section: SectionName): Promise<z.ZodObject> {
  const { made, without } = sections[section];
  return z.strictObject({ ...(await fieldsOf(made, ["program_id", ...without])), ...ownFields[section] });
}

/** Of an operation's input, each without its default. */
async function fieldsOf(name: Operation["name"], without: readonly string[]): Promise<z.core.$ZodLooseShape> {
  const { input } = await loadOperation(name);
  const fields = Object.entries<z.core.$ZodType>(input.shape).filter(([field]) => !without.includes(field));
  return Object.fromEntries(fields.map(([field, schema]) => [field, withoutDefault(schema)]));
}

function withoutDefault(schema: z.core.$ZodType): z.core.$ZodType {
  if (!(schema instanceof z.ZodDefault)) return schema;
  const { description } = z.globalRegistry.get(schema) ?? {};
  const optional = z.optional(schema.unwrap());
  return description === undefined ? optional : optional.meta({ description });
}
