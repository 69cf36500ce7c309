// What an address answers to methods it does not have: it names those it has. OPTIONS is answered everywhere.
import type { RequestHandler } from "express";
import { Refusal } from "../../product/operation/refusal.ts";

export function onlyMethods(...methods: readonly string[]): RequestHandler {
  const allow = [...methods, "OPTIONS"].join(", ");
  return (request, response) => {
    if (request.method !== "OPTIONS") {
      throw new Refusal("method_not_allowed", `This address accepts only ${methods.join(" and ")}.`, { allow });
    }
    response.setHeader("Allow", allow);
    response.status(204).end();
  };
}
