// Places where checkpoints are published: a folder with one file a program, a bucket with one object a checkpoint, a URL that receives
// each. Existing content is never changed, and publishing twice is harmless.
import { createHash } from "node:crypto";
import { open, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { TargetName } from "../../core/vocabulary/checkpoint-kinds.ts";
import type { OutboundPolicy } from "../../files/addresses.ts";
import { type Bucket, openBucket } from "../../files/bucket-request.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { splitNotes } from "./signed-note.ts";

const folderMode = 0o750;
const fileMode = 0o640;
/** The last note of a file is in it. */
const tailBytes = 16_384;
const requestMillisecondsMax = 30_000;
const refusedFrom = 300;
const numberDigits = 12;
const digestCharacters = 16;
const millisecondsPerDay = 86_400_000;

export type GivenNote = { readonly programId: number; readonly number: number; readonly note: string };

export type Target = {
  readonly name: TargetName;
  /** Rejects where it did not arrive. */
  readonly give: (given: GivenNote, stop?: AbortSignal) => Promise<void>;
};

export type BucketTarget = Bucket & { readonly prefix: string | null; readonly lockDays: number };

export type TargetPlaces = {
  readonly folder: string | null;
  readonly bucket: BucketTarget | null;
  readonly url: string | null;
};

/** The operator named these places: no stranger's word is among them. */
const anywhere: OutboundPolicy = { schemes: ["https", "http"], addresses: "any" };

export function openTargets({ folder, bucket, url }: TargetPlaces, now: () => number): Target[] {
  return [
    ...(folder === null ? [] : [folderTarget(folder)]),
    ...(bucket === null ? [] : [bucketTarget(bucket, now)]),
    ...(url === null ? [] : [urlTarget(url)]),
  ];
}

function fileOf(folder: string, programId: number): string {
  return join(folder, `program-${programId}.checkpoints`);
}

function folderTarget(folder: string): Target {
  return {
    name: "folder",
    async give({ programId, note }) {
      const path = fileOf(folder, programId);
      makeFolder(folder, folderMode);
      const isNew = !(await isThere(path));
      const file = await open(path, "a+", fileMode);
      try {
        const { size } = await file.stat();
        const tail = Buffer.alloc(Math.min(size, tailBytes));
        await file.read(tail, 0, tail.length, size - tail.length);
        const end = tail.toString("utf8");
        if (splitNotes(end).notes.at(-1) === note) return;
        // What was cut off by a crash stays, and what follows is read all the same.
        const begin = end === "" || end.endsWith("\n\n") ? "" : "\n\n";
        await file.appendFile(`${begin}${note}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      if (isNew) await syncFolder(dirname(path));
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** So that a crash does not lose the name. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Named by what it says, so that no other one ever takes its place. */
function bucketTarget({ prefix, lockDays, ...bucket }: BucketTarget, now: () => number): Target {
  const ask = openBucket(bucket, anywhere);
  return {
    name: "bucket",
    async give({ programId, number, note }, stop) {
      const body = Buffer.from(note, "utf8");
      const digest = createHash("sha256").update(body).digest("hex").slice(0, digestCharacters);
      const name = `program-${programId}/${String(number).padStart(numberDigits, "0")}-${digest}.checkpoint`;
      const key = prefix === null ? name : `${prefix}/${name}`;
      const until = new Date(now() + lockDays * millisecondsPerDay).toISOString();
      const lock = { "x-amz-object-lock-mode": "COMPLIANCE", "x-amz-object-lock-retain-until-date": until };
      const headers = {
        "content-type": "text/plain; charset=utf-8",
        "content-md5": createHash("md5").update(body).digest("base64"),
        ...(lockDays === 0 ? {} : lock),
      };
      const { status, text } = await ask({ method: "PUT", key, body, headers }, stop);
      if (status < refusedFrom) return;
      throw new Error(`the bucket answered ${status} ${/<Code>([^<]+)<\/Code>/.exec(text)?.[1] ?? ""}`.trim());
    },
  };
}

function urlTarget(url: string): Target {
  return {
    name: "url",
    async give({ note }, stop) {
      const timeout = AbortSignal.timeout(requestMillisecondsMax);
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "text/plain; charset=utf-8" },
        body: note,
        redirect: "error",
        signal: stop === undefined ? timeout : AbortSignal.any([stop, timeout]),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the address answered ${answer.status}`);
    },
  };
}
