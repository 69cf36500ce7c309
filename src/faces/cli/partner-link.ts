// Adds a partner's link to the answer about that partner.
import { z } from "zod";
import { affiliateLink } from "../../core/vocabulary/affiliate-link.ts";
import type { OperationName } from "../../product/operation/names.ts";
import type { Ask } from "./operation-runner.ts";
import type { JsonRecord } from "./output.ts";

const showsLink: ReadonlySet<OperationName> = new Set(["partners.add", "partners.show"]);
const answerSchema = z.object({ data: z.object({ code: z.string() }) });
const inputSchema = z.object({ program_id: z.int() });
/** Where the program names no site. */
const example = "https://acme.example/";
const programSchema = z.object({ data: z.object({ site_url: z.string().nullable() }) });

/** Null where the answer is no partner. */
export async function linkOf(
  ask: Ask,
  name: OperationName,
  { answer, input }: { readonly answer: JsonRecord; readonly input: object },
): Promise<string | null> {
  if (!showsLink.has(name)) return null;
  const partner = answerSchema.safeParse(answer).data?.data;
  const of = inputSchema.safeParse(input).data;
  if (partner === undefined || of === undefined) return null;
  const program = await ask("programs.show", of).catch(() => ({}));
  const siteUrl = programSchema.safeParse(program).data?.data.site_url ?? null;
  return `Link: ${affiliateLink(siteUrl, partner.code) ?? `any page of yours with ?aff=${partner.code}, such as ${affiliateLink(example, partner.code)}`}`;
}
