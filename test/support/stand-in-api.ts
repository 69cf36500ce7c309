// A stand-in for a provider's API of which only answers are asked: JSON by path, on this machine, and what it was asked.
import { createServer } from "node:http";

export type StandInAnswer = { readonly status: number; readonly body: unknown } | "never_answered";

export type StandInApi = {
  readonly baseUrl: string;
  /** By path without its query; anything else is 404. */
  readonly answers: Map<string, StandInAnswer>;
  /** Method, path with its query, and the authorization, in order. */
  readonly asked: { readonly question: string; readonly authorization: string | undefined }[];
  close(): Promise<void>;
};

export async function startStandInApi(): Promise<StandInApi> {
  const answers = new Map<string, StandInAnswer>();
  const asked: StandInApi["asked"] = [];
  const server = createServer((request, response) => {
    const { method = "", url = "/", headers } = request;
    asked.push({ question: `${method} ${url}`, authorization: headers.authorization });
    const answer = answers.get(url.replace(/\?.*/, "")) ?? { status: 404, body: { status: 404, title: "Not Found" } };
    if (answer === "never_answered") return;
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    answers,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
