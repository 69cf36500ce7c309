// Every management call and its address. Each names its caller first; what the caller may see or do is asked where it is read
// or done.
import type { Express } from "express";
import { addCall, type Methods } from "./add-call.ts";
import {
  addConnectionRoute,
  changeConnectionRoute,
  listConnectionsRoute,
  readConnectionRoute,
  removeConnectionRoute,
} from "./connection-routes.ts";
import { listRoute } from "./list-route.ts";
import { addPartnerRoute, changePartnerRoute, listPartnersRoute } from "./partner-routes.ts";
import type { ManageParts } from "./parts.ts";
import { listPoliciesRoute, putPolicyRoute, readPolicyRoute, removePolicyRoute } from "./policy-routes.ts";
import {
  changeProgramRoute,
  createProgramRoute,
  listProgramsRoute,
  readProgramRoute,
  regenerateKeyRoute,
} from "./program-routes.ts";
import {
  clickList,
  commissionList,
  customerList,
  eventList,
  feeList,
  leadList,
  refundList,
  saleList,
} from "./record-lists.ts";
import { performanceRoute, statusRoute } from "./report-routes.ts";
import { listWorkspacesRoute } from "./workspace-routes.ts";

export function addManagement(app: Express, parts: ManageParts): void {
  const program = "/api/v1/programs/:programId";
  const calls: Readonly<Record<string, Methods>> = {
    "/api/v1/workspaces": { get: listWorkspacesRoute(parts) },
    "/api/v1/programs": { get: listProgramsRoute(parts), post: createProgramRoute(parts) },
    [program]: { get: readProgramRoute(parts), patch: changeProgramRoute(parts) },
    [`${program}/api-key`]: { post: regenerateKeyRoute(parts) },
    [`${program}/partners`]: { get: listPartnersRoute(parts), post: addPartnerRoute(parts) },
    [`${program}/partners/:partnerId`]: { patch: changePartnerRoute(parts) },
    [`${program}/policies`]: { get: listPoliciesRoute(parts) },
    [`${program}/policies/:productId`]: {
      get: readPolicyRoute(parts),
      put: putPolicyRoute(parts),
      delete: removePolicyRoute(parts),
    },
    [`${program}/connections`]: { get: listConnectionsRoute(parts), post: addConnectionRoute(parts) },
    [`${program}/connections/:connectionId`]: {
      get: readConnectionRoute(parts),
      patch: changeConnectionRoute(parts),
      delete: removeConnectionRoute(parts),
    },
    [`${program}/events`]: { get: listRoute(parts, eventList) },
    [`${program}/sales`]: { get: listRoute(parts, saleList) },
    [`${program}/commissions`]: { get: listRoute(parts, commissionList) },
    [`${program}/fees`]: { get: listRoute(parts, feeList) },
    [`${program}/refunds`]: { get: listRoute(parts, refundList) },
    [`${program}/customers`]: { get: listRoute(parts, customerList) },
    [`${program}/clicks`]: { get: listRoute(parts, clickList) },
    [`${program}/leads`]: { get: listRoute(parts, leadList) },
    [`${program}/status`]: { get: statusRoute(parts) },
    [`${program}/performance`]: { get: performanceRoute(parts) },
  };
  for (const [path, methods] of Object.entries(calls)) addCall(app, path, methods);
}
