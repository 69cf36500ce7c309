// Where this user is logged in: the tokens of sessions, by the service's address, in a file that only the user may read.
// The file is replaced as a whole and never half written; a token leaves it only towards its own service.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { CommandFailed } from "../failures.ts";

const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;

const schema = z.object({
  /** The service that was logged in to last. */
  current: z.string().nullable(),
  logins: z.record(z.string(), z.object({ token: z.string().min(1), email: z.string(), logged_in_at: z.string() })),
});

type Kept = z.output<typeof schema>;

export type Login = { readonly url: string; readonly token: string; readonly email: string };

export type Logins = {
  /** The login for this address; undefined without one. */
  at(url: string): Login | undefined;
  /** The service that was logged in to last. */
  readonly current: string | null;
  keep(login: Login, at: Date): void;
  forget(url: string): void;
};

/** `configHome` is the folder of the user's configuration. */
export function openLogins(configHome: string): Logins {
  const folder = join(configHome, "svc");
  const file = join(folder, "logins.json");

  function write(kept: Kept): void {
    mkdirSync(folder, { recursive: true, mode: ownerOnlyFolder });
    const next = join(folder, `.logins-${process.pid}.json`);
    rmSync(next, { force: true });
    writeFileSync(next, `${JSON.stringify(kept, null, 2)}\n`, { mode: ownerOnly, flag: "wx" });
    renameSync(next, file);
  }

  return {
    at(url) {
      const { logins } = read(file);
      const login = Object.hasOwn(logins, url) ? logins[url] : undefined;
      return login && { url, token: login.token, email: login.email };
    },
    get current() {
      return read(file).current;
    },
    keep({ url, token, email }, at) {
      const { logins } = read(file);
      write({ current: url, logins: { ...logins, [url]: { token, email, logged_in_at: at.toISOString() } } });
    },
    forget(url) {
      const { current, logins } = read(file);
      const others = Object.fromEntries(Object.entries(logins).filter(([each]) => each !== url));
      write({ current: current === url ? null : current, logins: others });
    },
  };
}

function read(file: string): Kept {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return { current: null, logins: {} };
    throw error;
  }
  const kept = schema.safeParse(parseJson(text));
  if (!kept.success) throw new CommandFailed(`${file} holds no logins. Remove it and log in again.`);
  return kept.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
