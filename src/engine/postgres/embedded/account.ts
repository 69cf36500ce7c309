// Which user of the operating system the embedded server runs as, and what that user can reach.
// PostgreSQL refuses to run as root, so root gets the system user `postgres`, made when missing; anyone else is their own.
// It never loosens anything: a folder that user cannot reach is reported, not opened up.
import type { Account } from "./run.ts";
import { run } from "./run.ts";

const accountName = "postgres";

export async function findServerAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return null;
  const found = await lookUp();
  if (found !== null) return found;

  await run(null, "groupadd", ["--system", accountName]);
  const made = await run(null, "useradd", [
    ...["--system", "--gid", accountName, "--no-create-home", "--home-dir", "/", "--shell", "/usr/sbin/nologin"],
    accountName,
  ]);
  const account = await lookUp();
  if (account === null) {
    throw new Error(
      `PostgreSQL does not run as root, and the system user "${accountName}" could not be made: ${made.output}`,
    );
  }
  return account;
}

async function lookUp(): Promise<Account> {
  const [uid, gid] = await Promise.all([run(null, "id", ["-u", accountName]), run(null, "id", ["-g", accountName])]);
  return uid.succeeded && gid.succeeded ? { uid: Number(uid.output), gid: Number(gid.output) } : null;
}

export async function canEnter(account: Account, directory: string): Promise<boolean> {
  if (account === null) return true;
  return (await run(account, "/bin/sh", ["-c", 'cd -- "$1"', "sh", directory])).succeeded;
}

export async function canRun(account: Account, program: string): Promise<boolean> {
  return (await run(account, program, ["--version"])).succeeded;
}
