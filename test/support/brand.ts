// A brand at its own machine: no database, only the command line and a folder for its configuration.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { auth, type Person } from "./people.ts";
import type { RunningService } from "./service.ts";
import { type Run, type Running, type RunOptions, runSvc, startSvc } from "./svc.ts";

export type Brand = {
  /** Of its configuration. */
  readonly home: string;
  readonly loginsFile: string;
  run(words: readonly string[], options?: RunOptions): Promise<Run>;
  /** Left running, for commands that wait for a person. */
  start(words: readonly string[], options?: RunOptions): Running;
  remove(): Promise<void>;
};

export async function createBrand(): Promise<Brand> {
  const home = await mkdtemp(join(tmpdir(), "svc-brand-"));
  // A folder for data that must not come into being: a brand has no installation.
  const env = { XDG_CONFIG_HOME: home, SVC_DATA_DIR: join(home, "no-installation"), HOME: home };
  return {
    home,
    loginsFile: join(home, "svc", "logins.json"),
    run: (words, options = {}) => runSvc(words, { ...options, env: { ...env, ...options.env } }),
    start: (words, options = {}) => startSvc(words, { ...options, env }),
    remove: () => rm(home, { recursive: true }),
  };
}

/** Logs in as a person who approves in a browser. Answers what the command wrote on stdout. */
export async function logIn(brand: Brand, service: RunningService, person: Person): Promise<string> {
  const login = brand.start(["login", "--base-url", service.url, "--json"]);
  await decide(service, person, await shownCode(login), "approve");
  const { code, stdout } = await login.run;
  if (code !== 0) throw new Error(`svc login ended with ${code}: ${login.said()}`);
  return stdout;
}

/** As after a login that is tested elsewhere: with a session of the person's, without the wait. */
export async function keepLogin(brand: Brand, serviceUrl: string, { token, email }: Person): Promise<void> {
  await mkdir(dirname(brand.loginsFile), { recursive: true });
  const logins = { [serviceUrl]: { token, email, logged_in_at: new Date().toISOString() } };
  await writeFile(brand.loginsFile, JSON.stringify({ current: serviceUrl, logins }));
}

export async function shownCode(login: Running): Promise<string> {
  return (await login.says(/approve the code (\S+)\./))[1] ?? "";
}

/** What the page at /device does for the signed-in user. */
export async function decide(
  service: RunningService,
  person: Person,
  userCode: string,
  decision: "approve" | "deny",
): Promise<void> {
  await service.request(`/api/auth/device?user_code=${userCode}`, { key: person.token });
  const answer = await auth(service, `/device/${decision}`, { userCode }, person);
  if (answer.status !== 200) throw new Error(`the ${decision} was answered ${answer.status} ${answer.text}`);
}
