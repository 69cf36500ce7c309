// The calls of the document that are left: a partner's page as JSON, and what machines ask of the service itself.

import { subIdCharactersMax, subIdNames } from "../../../core/rules/sub-ids.ts";
import { oneOf, words } from "../../../core/vocabulary/fields.ts";
import { pageInput, pageOf } from "../../../product/operation/list-operation.ts";
import { answerOf } from "../../../product/operation/operation.ts";
import type { RefusalKind } from "../../../product/operation/refusal.ts";
import { partnerListNames, partnerOverview, partnerRows } from "../../../product/portal/view-rows.ts";
import { alive, readinessAnswer } from "../health-routes.ts";
import { always, envelopes, errorResponses } from "./error-responses.ts";
import type { Content, OperationObject, Parameter, ResponseObject } from "./model.ts";
import { type Described, parameterOf } from "./operation-paths.ts";
import { pascal, schemaOf } from "./schemas.ts";
import { headersOf, type Shared } from "./shared.ts";

export function servicePaths(shared: Shared): Described[] {
  return [link(shared), partnerPage(shared), partnerList(shared), ...health(shared)];
}

const token = parameterOf("path", "token", words("The link's token, which alone opens it"));
const refusals: readonly RefusalKind[] = ["invalid_request", "not_found", ...always];

const { commissions, payouts, leads, clicks } = partnerRows;
const pageAnswer = answerOf(
  partnerOverview
    .extend({
      commissions: pageOf(commissions).meta({ description: "Its newest commissions" }),
      payouts: pageOf(payouts).meta({ description: "Its newest payouts" }),
      leads: pageOf(leads).meta({ description: "Its newest leads" }),
      clicks: pageOf(clicks).meta({ description: "Its newest clicks" }),
    })
    .meta({ description: "The partner, and its newest rows" }),
);

function link(shared: Shared): Described {
  const mark = (place: number) =>
    words(`The partner's own mark, place ${place} of five`).max(subIdCharactersMax).optional();
  return get("/r/{code}", {
    operationId: "links.follow",
    summary: "Follow a partner's link",
    description:
      "Records the click, then leads to the program's `site_url` with its id as `svc_click_id`. Other parameters of the address are passed on to the page. If the click cannot be recorded now, the page gets `aff` alone and its tracker reports the click.",
    tags: ["tracking"],
    parameters: [
      parameterOf("path", "code", words("The partner's code")),
      parameterOf(
        "query",
        "to",
        words("A page of the site, or of `link_hosts`; the site itself by default").optional(),
      ),
      ...subIdNames.map((name, place) => parameterOf("query", name, mark(place + 1))),
    ],
    responses: {
      "302": { description: "Redirects to the brand's page.", headers: headersOf() },
      ...errorResponses(shared, refusals),
    },
  });
}

function partnerPage(shared: Shared): Described {
  const format = oneOf(["html", "json"], "A page for people, or its figures and newest rows").default("html");
  const embed = oneOf(["0", "1"], "1: the page may be embedded in a frame of another page").default("0");
  return get("/partner/{token}", {
    operationId: "partner-page.show",
    summary: "Show a partner its own figures",
    description: "Read-only, without customers.",
    tags: ["partner page"],
    parameters: [token, parameterOf("query", "format", format), parameterOf("query", "embed", embed)],
    responses: {
      "200": {
        description: "The page.",
        headers: headersOf(),
        content: { ...json(shared.schema("PartnerPage", schemaOf(pageAnswer))), ...html },
      },
      ...errorResponses(shared, always),
      "404": {
        description: "- `not_found`: The link is forged, expired or revoked; the answer does not say which.",
        headers: headersOf(),
        content: { ...json(envelopes(shared, ["not_found"])[0] ?? {}), ...html },
      },
    },
  });
}

function partnerList(shared: Shared): Described {
  const rows = partnerListNames.map((name) => shared.schema(`Own${pascal(name)}`, schemaOf(pageOf(partnerRows[name]))));
  const parameters: Parameter[] = [
    token,
    parameterOf("path", "list", oneOf(partnerListNames, "Which list")),
    ...Object.entries(pageInput).map(([name, field]) => parameterOf("query", name, field)),
  ];
  return get("/partner/{token}/{list}", {
    operationId: "partner-page.list",
    summary: "List a partner's own commissions, payouts, leads or clicks, the newest first",
    description: "Page by page.",
    tags: ["partner page"],
    parameters,
    responses: {
      "200": { description: "A page of the list.", headers: headersOf(), content: json({ anyOf: rows }) },
      ...errorResponses(shared, refusals),
    },
  });
}

function health(shared: Shared): Described[] {
  const ready: ResponseObject = {
    description: "The service's state: 200 if it accepts traffic, else 503.",
    headers: headersOf(),
    content: json(shared.schema("Readiness", schemaOf(readinessAnswer))),
  };
  const failed = errorResponses(shared, ["method_not_allowed", "internal_error"]);
  const described = { tags: ["service"] as const, security: [] };
  return [
    get("/healthz", {
      ...described,
      operationId: "service.alive",
      summary: "Is the process alive?",
      description: "It checks only the process.",
      responses: { "200": { description: "Alive.", headers: headersOf(), content: json(schemaOf(alive)) }, ...failed },
    }),
    get("/readyz", {
      ...described,
      operationId: "service.ready",
      summary: "May the service take traffic?",
      description: "It checks the database and the queue of events to record.",
      responses: { "200": ready, "503": ready, ...failed },
    }),
    get("/openapi.json", {
      ...described,
      operationId: "service.describe",
      summary: "This document",
      description: "OpenAPI 3.1.",
      responses: {
        "200": { description: "The document.", headers: headersOf(), content: json({ type: "object" }) },
        "304": { description: "The caller has it: its `If-None-Match` names it.", headers: headersOf() },
        ...failed,
      },
    }),
  ];
}

const html: Content = { "text/html": { schema: { type: "string" } } };

function json(schema: Content[string]["schema"]): Content {
  return { "application/json": { schema } };
}

function get(path: string, operation: Omit<OperationObject, "security">): Described {
  return { path, method: "get", operation: { security: [], ...operation } };
}
