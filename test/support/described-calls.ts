// The calls of the API description, by the name of each, with the examples of what they are sent.
import { z } from "zod";
import type { OpenApiDocument } from "../../src/faces/http/openapi/model.ts";

type DescribedCall = {
  readonly operationId: string;
  readonly answersJson: boolean;
  readonly path: string;
  readonly method: string;
  readonly success: number;
  readonly takesBody: boolean;
  readonly examples: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

export function describedCalls({ paths }: OpenApiDocument): Map<string, DescribedCall> {
  const fields = z.record(z.string(), z.unknown());
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, requestBody, responses }]) => {
      const examples = Object.entries(requestBody?.content["application/json"]?.examples ?? {});
      const values = Object.fromEntries(examples.map(([name, { value }]) => [name, fields.parse(value)]));
      const success = Number(Object.keys(responses).find((status) => status.startsWith("2")));
      const answered = responses[String(success)];
      const answersJson = answered !== undefined && "content" in answered && "application/json" in answered.content;
      const takesBody = requestBody !== undefined;
      return [operationId, { operationId, path, method, success, takesBody, answersJson, examples: values }] as const;
    }),
  );
  return new Map(calls);
}

/** Of calls whose parameters have examples. */
export function queriesOf({ paths }: OpenApiDocument): [string, Record<string, string>][] {
  return Object.values(paths).flatMap(({ get }) => {
    const examples = (get?.parameters ?? []).flatMap((parameter) =>
      "in" in parameter && parameter.in === "query" && parameter.example !== undefined
        ? [[parameter.name, String(parameter.example)] as const]
        : [],
    );
    return get === undefined || examples.length === 0 ? [] : [[get.operationId, Object.fromEntries(examples)]];
  });
}
