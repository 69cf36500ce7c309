// The API description of the whole service, as OpenAPI 3.1: made from the operations, and from the schemas of the calls that are no
// operations. Nothing here knows an operation by its name.
import { readVersion } from "../../../config/version.ts";
import { productName } from "../../../core/wording/product.ts";
import type { Operation } from "../../../product/operation/operation.ts";
import { accountPaths } from "./account-paths.ts";
import { withAnswerExample } from "./answer-examples.ts";
import answers from "./generated/answers.json" with { type: "json" };
import type { Method, OpenApiDocument, OperationObject, Paths } from "./model.ts";
import { type Described, describeForAgents, describeForPeople } from "./operation-paths.ts";
import { nameResources } from "./resources.ts";
import { currencyName, currencySchema } from "./schemas.ts";
import { servicePaths } from "./service-paths.ts";
import { Shared } from "./shared.ts";
import { tagsOf } from "./tags.ts";
import { trackingPaths } from "./tracking-paths.ts";
import { webhookMessages } from "./webhook-messages.ts";

export type DescribedService = {
  readonly operations: readonly Operation[];
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
};

export function describeService({ operations, baseUrl }: DescribedService): OpenApiDocument {
  const shared = new Shared();
  shared.schema(currencyName, currencySchema);
  const parts = { shared, resources: nameResources(shared, operations) };
  const described = [
    ...trackingPaths(shared),
    ...accountPaths(shared),
    ...operations.flatMap((operation) => describeForPeople(parts, operation)),
    ...operations.flatMap((operation) => describeForAgents(parts, operation)),
    ...servicePaths(shared),
  ];
  return {
    openapi: "3.1.1",
    info,
    servers: [{ url: baseUrl }],
    tags: tagsOf(new Set(described.flatMap(({ operation }) => operation.tags))),
    paths: pathsOf(described),
    webhooks: webhookMessages(shared),
    components: shared.components(),
  };
}

const info = {
  title: `${productName} API`,
  version: readVersion(),
  summary: "Clicks, leads, sales and refunds become partner commissions and platform fees.",
  description: [
    "Bodies and answers are JSON. Amounts are integers in the currency's smallest unit: cents for USD, whole yen for JPY, fils for KWD. Times are ISO 8601.",
    "A refused call is answered with `error.code`, on which clients branch, and never on the message. 4xx: never send the same call again. 5xx and 429: send it again, after `Retry-After`.",
    "Management calls are strict: an unknown field is refused, and every fault is named in `error.details.fields`.",
    "Lists are paged: `next` goes into `cursor`; null is the last page.",
  ].join("\n\n"),
  license: { name: "MIT", identifier: "MIT" },
};

function pathsOf(described: readonly Described[]): Paths {
  const byPath = Map.groupBy(described, ({ path }) => path);
  return Object.fromEntries([...byPath].map(([path, calls]) => [path, itemOf(path, calls)]));
}

function itemOf(path: string, calls: readonly Described[]): Partial<Record<Method, OperationObject>> {
  const item: Partial<Record<Method, OperationObject>> = {};
  for (const { method, operation } of calls) {
    if (item[method] !== undefined) throw new Error(`${method} ${path} is described twice`);
    item[method] = withAnswerExample(answers, operation);
  }
  return item;
}
