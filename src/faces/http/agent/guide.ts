// /AGENTS.md and /llms.txt: how a coding agent integrates this service, with the service's own address in every call. The text is guide.md
// next to this file; a test makes each of its calls against the running service.
import { readFileSync } from "node:fs";
import type { RequestHandler } from "express";
import { productName } from "../../../core/wording/product.ts";
import type { Operation } from "../../../product/operation/operation.ts";
import { agentPrefix } from "../operations/routes.ts";
import { type DocsSection, docsFolders, docsSections } from "../pages/docs/contents.ts";
import { docsFiles } from "../pages/docs/library.ts";

const freshSeconds = 3600;

const decisions = [...(await docsFiles()).entries()].flatMap(([slug, file]) =>
  docsFolders.some((folder) => file.startsWith(`${folder}/`)) ? [slug] : [],
);

const guide = readFileSync(new URL("guide.md", import.meta.url), "utf8");

/** `baseUrl` is the public address, without a slash at its end. */
export function guideRoute(baseUrl: string, operations: readonly Operation[]): RequestHandler {
  return markdownRoute(guide.replaceAll("{base_url}", baseUrl).replace("{operations}", tableOf(operations)));
}

/** In the form of llmstxt.org: what this is, and where to read on. */
export function llmsRoute(baseUrl: string): RequestHandler {
  return markdownRoute(`# ${productName}

> Affiliate tracking for online shops and software: clicks, leads, sales and refunds become partner commissions. Brands report
> them by HTTP calls, by their payment provider's webhooks, or both.

Integrating it takes a script tag on every page, one call at signup, and either checkout metadata or one call for each payment.

## Docs

- [How to integrate a stack](${baseUrl}/AGENTS.md): every call with its body, for plain HTML, Next.js, Express, Stripe, Paddle and Polar, and how to check the result
- [API description](${baseUrl}/openapi.json): every call with its fields, answers, error codes and examples, as OpenAPI 3.1
- [API reference](${baseUrl}/docs/api): the same as a page
- [Error codes](${baseUrl}/docs/errors): what each code means and what to do

${docsSections.map((section) => listOf(section, baseUrl)).join("\n\n")}

## Decisions

${decisions.map((slug) => `- [${decisionTitle(slug)}](${baseUrl}/docs/${slug}.md)`).join("\n")}

## Agents

- [MCP server](${baseUrl}/api/agent/v1/mcp): the operations of an agent key as tools, over streamable HTTP
`);
}

function listOf({ title, entries }: DocsSection, baseUrl: string): string {
  const lines = entries.map(({ slug, words }) => `- [${words}](${baseUrl}/docs/${slug === "" ? "index" : slug}.md)`);
  return [`## ${title}`, "", ...lines].join("\n");
}

/** Of `decisions/0059-imported-history`: `0059 imported history`. */
function decisionTitle(slug: string): string {
  return slug.replace(/^.*\//, "").replaceAll("-", " ");
}

function tableOf(operations: readonly Operation[]): string {
  return operations
    .flatMap(({ http, tool }) => {
      if (http === null || tool === null) return [];
      const address = `${agentPrefix}${http.path.replaceAll(/:(\w+)/g, (_, name: string) => name.toUpperCase())}`;
      return [`| \`${http.method.toUpperCase()} ${address}\` | \`${tool.name}\` | \`${tool.scope}\` |`];
    })
    .join("\n");
}

function markdownRoute(text: string): RequestHandler {
  const bytes = Buffer.from(text, "utf8");
  return (_request, response) => {
    response.setHeader("Content-Type", "text/markdown; charset=utf-8");
    response.setHeader("Cache-Control", `public, max-age=${freshSeconds}`);
    response.setHeader("Content-Length", bytes.length);
    response.end(bytes);
  };
}
