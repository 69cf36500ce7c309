// A command: its name, what it is for, how it is used, and what it does.
// Its flags are understood before anything is opened, and it answers a value: how that is shown is not its concern.
import type { Page, PageRequest } from "../queries/page.ts";
import { findProgram, type ProgramLine } from "../queries/programs.ts";
import { type Context, withContext } from "./context.ts";
import { CommandFailed } from "./failures.ts";
import { type Flags, type Given, pageFlags, parseFlags, programFlag } from "./flags.ts";
import { listOutput, type Output } from "./output.ts";

export type Command = {
  /** The words behind `svc`. */
  readonly name: string;
  readonly summary: string;
  /** How it is called, from its name on. */
  readonly example: string;
  readonly flags: Flags;
  /** The flag whose value is written bare behind the name, as in `replay apply 7`. */
  readonly argument?: string;
  /** Answers its output, or the exit code of a command that has shown everything itself. */
  readonly execute: (options: unknown, how: { readonly isQuiet: boolean }) => Promise<Output | number>;
};

type Definition<Shape extends Flags> = Pick<Command, "name" | "summary" | "example"> & {
  readonly flags: Shape;
  readonly argument?: keyof Shape & string;
  /** True for the one command that may migrate a database which others may be using. */
  readonly migrates?: boolean;
  readonly run: (context: Context, given: Given<Shape>) => Promise<Output>;
};

export function defineCommand<Shape extends Flags>(definition: Definition<Shape>): Command {
  const { flags, migrates = false, run, ...rest } = definition;
  return {
    ...rest,
    flags,
    execute: async (options, { isQuiet }) => {
      const given = parseFlags(flags, options);
      return withContext({ isQuiet, migrates }, (context) => run(context, given));
    },
  };
}

type ListDefinition<Shape extends Flags, Row extends object> = Pick<Command, "name" | "summary" | "example"> & {
  readonly filters: Shape;
  /** Shown in the table; JSON has every field. */
  readonly columns: readonly (keyof Row & string)[];
  readonly list: (
    context: Context,
    programId: number,
    request: PageRequest,
    filter: Given<Shape>,
  ) => Promise<Page<Row>>;
};

/** A list of one program, page by page, in ascending order. */
export function defineList<Shape extends Flags, Row extends object>(definition: ListDefinition<Shape, Row>): Command {
  const { name, summary, example, filters, columns, list } = definition;
  const ownFlags = { program: programFlag, ...pageFlags };
  return {
    name,
    summary,
    example,
    flags: { ...ownFlags, ...filters },
    execute: async (options, { isQuiet }) => {
      const { program, ...request } = parseFlags(ownFlags, options);
      const filter = parseFlags(filters, options);
      return withContext({ isQuiet, migrates: false }, async (context) => {
        await requireProgram(context, program);
        return listOutput(await list(context, program, request, filter), columns);
      });
    },
  };
}

export async function requireProgram({ db }: Context, programId: number): Promise<ProgramLine> {
  const program = await findProgram(db, programId);
  if (program === undefined) throw new CommandFailed(`There is no program ${programId}.`);
  return program;
}
