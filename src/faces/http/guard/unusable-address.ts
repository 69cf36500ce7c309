// An address with a NUL character names nothing: no text in the database holds one, and looking it up would be a fault of ours.
import type { RequestHandler } from "express";
import { Refusal } from "../../../product/operation/refusal.ts";

export const refuseUnusableAddress: RequestHandler = (request, _response, next) => {
  next(request.path.includes("%00") ? new Refusal("not_found", "There is nothing at this address.") : undefined);
};
