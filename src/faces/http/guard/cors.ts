// Lets pages of any origin call, and read the answer, errors included. For the calls browsers make and no others.
import type { RequestHandler } from "express";

const preflightSeconds = 86_400;

export const openToBrowsers: RequestHandler = (_request, response, next) => {
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Access-Control-Expose-Headers", "Retry-After, X-Request-Id");
  next();
};

export const answerPreflight: RequestHandler = (_request, response) => {
  response.setHeader("Access-Control-Allow-Methods", "POST");
  response.setHeader("Access-Control-Allow-Headers", "Content-Type, Authorization");
  response.setHeader("Access-Control-Max-Age", String(preflightSeconds));
  response.setHeader("Allow", "POST, OPTIONS");
  response.status(204).end();
};
