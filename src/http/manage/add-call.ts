// One address of the management API and the methods it has; what it has not is refused by naming what it has.
import type { Express, RequestHandler } from "express";
import { onlyMethods } from "../methods.ts";

export type Methods = {
  readonly [Method in "get" | "post" | "put" | "patch" | "delete"]?: RequestHandler;
};

export function addCall(app: Express, path: string, methods: Methods): void {
  const route = app.route(path);
  if (methods.get !== undefined) route.get(methods.get);
  if (methods.post !== undefined) route.post(methods.post);
  if (methods.put !== undefined) route.put(methods.put);
  if (methods.patch !== undefined) route.patch(methods.patch);
  if (methods.delete !== undefined) route.delete(methods.delete);
  const names = Object.keys(methods).map((name) => name.toUpperCase());
  route.all(onlyMethods(...names.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]))));
}
