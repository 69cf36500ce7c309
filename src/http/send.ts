// Sends a JSON answer with exact length and no validators: answers of calls are never cached.
import type { ServerResponse } from "node:http";

export function sendJson(response: ServerResponse, status: number, body: object): void {
  sendJsonText(response, status, JSON.stringify(body));
}

export function sendJsonText(response: ServerResponse, status: number, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Length", bytes.length);
  response.end(bytes);
}
