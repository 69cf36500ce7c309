// A command: how it is used, and what it does. Its name and what it is for are in commands.ts.
// Its flags are understood before anything is opened, and it answers a value: how that is shown is not its concern.
import { findProgram, type ProgramLine } from "../../product/programs/list.ts";
import { type Context, withContext } from "./context.ts";
import { CommandFailed } from "./failures.ts";
import { type Flags, type Given, parseFlags } from "./input/flags.ts";
import type { Output } from "./output.ts";
import { untilStopped } from "./service/until-stopped.ts";
import type { Shell } from "./shell.ts";

export type Command = {
  /** How it is called, from its name on. */
  readonly example: string;
  readonly flags: Flags;
  /** The flag whose value is written bare behind the name, as in `replay apply 7`. */
  readonly argument?: string;
  /** Answers its output, or the exit code of a command that has shown everything itself. */
  readonly execute: (options: unknown, shell: CommandShell) => Promise<Output | number>;
};

/** `isQuiet` where the answer is for a program. */
export type CommandShell = Shell & { readonly isQuiet: boolean };

type Definition<Shape extends Flags> = Pick<Command, "example"> & {
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
    execute: async (options, shell) => {
      const given = parseFlags(flags, options);
      return withContext({ shell, migrates, makes: migrates }, (context) => run(context, given));
    },
  };
}

type ClientDefinition<Shape extends Flags> = Pick<Command, "example"> & {
  readonly flags: Shape;
  readonly run: (shell: CommandShell, given: Given<Shape>) => Promise<Output>;
};

/** A command that opens no database: it asks a running service. */
export function defineClientCommand<Shape extends Flags>({ run, ...rest }: ClientDefinition<Shape>): Command {
  return {
    ...rest,
    execute: async (options, shell) => {
      const given = parseFlags(rest.flags, options);
      return untilStopped(shell.stop, () => run(shell, given));
    },
  };
}

export async function requireProgram({ db }: Context, programId: number): Promise<ProgramLine> {
  const program = await findProgram(db, programId);
  if (program === undefined) throw new CommandFailed(`There is no program ${programId}.`);
  return program;
}
