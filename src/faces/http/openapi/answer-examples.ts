// A successful answer of each call, as a running service gave it: a test makes every call and compares the answer with these. `vitest run
// test/faces/http/openapi/examples.test.ts -u` rewrites those whose fields have changed.
import type { OperationObject, ResponseObject } from "./model.ts";

/** By operationId. */
export type AnswerExamples = Readonly<Record<string, unknown>>;

/** Agents are answered what people are. */
export function exampleNameOf(operationId: string): string {
  return operationId.replace(/^agent\./, "");
}

export function withAnswerExample(examples: AnswerExamples, operation: OperationObject): OperationObject {
  const value = examples[exampleNameOf(operation.operationId)];
  if (value === undefined) return operation;
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, isSuccess(status, response) ? withExample(response, value) : response] as const,
  );
  return { ...operation, responses: Object.fromEntries(responses) };
}

function isSuccess(status: string, response: object): response is ResponseObject {
  return status.startsWith("2") && "content" in response;
}

function withExample(response: ResponseObject, value: unknown): ResponseObject {
  const json = response.content?.["application/json"];
  if (json === undefined) return response;
  const content = { ...response.content, "application/json": { ...json, examples: { answer: { value } } } };
  return { ...response, content };
}
