// Commands that a brand uses as well as an operator: over HTTP with a login, within what its account may do, or on the
// database. Both answer the same, so that a script need not care.
import { readClientConfig } from "../config.ts";
import type { Command } from "./command.ts";
import { type Context, withContext } from "./context.ts";
import { type Flags, type Given, parseFlags } from "./flags.ts";
import type { Output } from "./output.ts";
import { openServiceApi, type ServiceApi } from "./service-api.ts";
import { chooseService, requireLogin, serviceFlags } from "./service-choice.ts";
import { untilStopped } from "./until-stopped.ts";

export type LoggedIn = { readonly api: ServiceApi; readonly token: string };

type Definition<Shape extends Flags> = Pick<Command, "example"> & {
  readonly flags: Shape;
  /** What only the database needs to be told; throws before it is opened. */
  readonly requireForDatabase?: (given: Given<Shape>) => void;
  readonly onDatabase: (context: Context, given: Given<Shape>) => Promise<Output>;
  readonly overHttp: (service: LoggedIn, given: Given<Shape>) => Promise<Output>;
};

export function defineBrandCommand<Shape extends Flags>(definition: Definition<Shape>): Command {
  const { example, flags, requireForDatabase, onDatabase, overHttp } = definition;
  return {
    example,
    flags: { ...flags, ...serviceFlags },
    execute: async (options, shell) => {
      const given = parseFlags(flags, options);
      const client = readClientConfig(shell.env);
      const url = chooseService(parseFlags(serviceFlags, options), client);
      if (url === null) {
        requireForDatabase?.(given);
        return withContext({ shell, migrates: false }, (context) => onDatabase(context, given));
      }
      const { token } = requireLogin(url, client);
      return untilStopped(shell.stop, () => overHttp({ api: openServiceApi(url), token }, given));
    },
  };
}
