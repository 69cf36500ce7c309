// Sends a page with its exact length. It may contain personal data: no cache stores it and no search engine indexes it.
import type { ServerResponse } from "node:http";

export function sendHtml(response: ServerResponse, status: number, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  response.statusCode = status;
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("X-Robots-Tag", "noindex");
  response.setHeader("Content-Length", bytes.length);
  response.end(bytes);
}
