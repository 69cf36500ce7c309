// svc backup: all of an installation in one file, while the service goes on.
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { writeBackup } from "../../../engine/backup/write-backup.ts";
import { placeOfSecretKeys, withServer } from "../backing-up.ts";
import type { Command } from "../command.ts";
import { parseFlags, textFlag } from "../input/flags.ts";
import { counted } from "../replaying.ts";

const flags = { to: textFlag("Output file, or a folder (the file is named by date)", "path") };

export const command: Command = {
  example: "backup --to /var/backups",
  flags,
  execute: async (options, shell) => {
    const { to } = parseFlags(flags, options);
    return withServer(shell, async ({ config, server, secretKeyMarks, progress }) => {
      const backup = await writeBackup({
        url: server.url,
        file: await fileOf(to, Date.now()),
        secretKeyMarks,
        now: Date.now,
        stop: shell.stop,
        onTable: (step) => progress.show("Backing up", "tables", step),
      });
      const keys = placeOfSecretKeys(shell, config);
      return {
        json: { ...backup, secret_keys: keys },
        text: () =>
          [
            `Backed up ${server.location}: ${counted(backup.programs, "program")}, ${counted(backup.events, "event")}, ` +
              `${counted(backup.rows, "row")}, ${counted(backup.bytes, "byte")}.`,
            `  ${backup.file}`,
            `The secret keys (${keys}) are not in it. Keep a copy of them elsewhere: a restore needs both.`,
          ].join("\n"),
      };
    });
  },
};

async function fileOf(to: string, now: number): Promise<string> {
  const path = resolve(to);
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() === true;
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, "");
  return isFolder ? join(path, `svc-${time}.backup.gz`) : path;
}
