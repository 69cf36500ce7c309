// For agents: the MCP server with their operations as tools, and the pages that explain the integration to a coding agent.
import type { Express } from "express";
import { onlyMethods } from "../methods.ts";
import { agentPrefix } from "../operations/routes.ts";
import { guideRoute, llmsRoute } from "./guide.ts";
import { type McpParts, mcpRoute } from "./mcp-route.ts";

export function addAgents(app: Express, parts: McpParts): void {
  app.route(`${agentPrefix}/mcp`).post(mcpRoute(parts)).all(onlyMethods("POST"));
  const pages = { "/AGENTS.md": guideRoute(parts.baseUrl, parts.operations), "/llms.txt": llmsRoute(parts.baseUrl) };
  for (const [path, page] of Object.entries(pages)) {
    app.route(path).get(page).all(onlyMethods("GET", "HEAD"));
  }
}
