// An operation that takes a file: as a field of its JSON while it is small, or as the body itself, which is worked on while it comes
// and never held.
import { z } from "zod";
import { readStrictly } from "./input.ts";
import { type About, type Call, describe, type FileForm, type Input, type Operation, refusing } from "./operation.ts";

type Definition<Shape extends z.ZodRawShape, Output extends z.ZodType> = About & {
  readonly file: Omit<FileForm, "run"> & {
    readonly description: string;
    /** Of the field of JSON. */
    readonly charactersMax: number;
  };
  /** In addition to the file. */
  readonly input: Shape;
  readonly output: Output;
  readonly run: (call: Call, input: Input<Shape>, file: AsyncIterable<Uint8Array>) => Promise<z.output<Output>>;
};

export function defineFileOperation<Shape extends z.ZodRawShape, Output extends z.ZodType<object>>(
  definition: Definition<Shape, Output>,
): Operation {
  const { input: shape, output, run, file, ...about } = definition;
  const { field, type, bytesMax, charactersMax, description } = file;
  const text = z.string().max(charactersMax).meta({ description });
  const besides = z.strictObject(shape);
  const whole = z.strictObject({ ...shape, [field]: text });
  const holdsText = z.looseObject({ [field]: text }).transform((given) => z.string().parse(given[field]));
  const read = (given: unknown): Input<Shape> => z.object(shape).parse(given);
  const operation = describe(about, whole, output, async (call, given) => {
    readStrictly(whole, given);
    return run(call, read(given), bytesOf(holdsText.parse(given)));
  });
  const runOfFile: FileForm["run"] = async (call, given, sent) => {
    readStrictly(besides, given);
    return refusing(run(call, read(given), sent));
  };
  return { ...operation, file: { field, type, bytesMax, run: runOfFile } };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, "utf8");
}
