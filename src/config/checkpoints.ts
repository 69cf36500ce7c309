// How checkpoints are signed and where they are published, as variables of the environment.

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { Secret } from "../access/secrets/secret.ts";
import type { CheckpointFigures } from "../engine/integrity/checkpoints.ts";
import { readSignerKey, type Signer } from "../engine/integrity/signed-note.ts";
import type { TargetPlaces } from "../engine/integrity/targets.ts";
import { generatedCheckpointKey } from "./generated-checkpoint-key.ts";
import { documented, limit, webUrl } from "./values.ts";

const regionDefault = "us-east-1";

const generatedName = "checkpoint-key";

export const checkpointSettings = {
  CHECKPOINT_KEYS: documented(
    z.string().optional(),
    "generated into the data folder; with DATABASE_URL none: nothing is signed",
    "Ed25519 keys that checkpoints are signed by, separated by commas: the first signs, all are believed. Each is 64 hexadecimal digits; all processes need the same.",
  ),
  CHECKPOINT_KEY_FILE: documented(
    z.string().optional(),
    "none",
    "File with these keys, in place of CHECKPOINT_KEYS: a line each, or one Ed25519 key in PEM.",
  ),
  CHECKPOINT_EVERY_MINUTES: limit(
    5,
    [1, 1440],
    "Minutes after which a log that has moved gets its next checkpoint; payouts and replays get theirs at once.",
  ),
  CHECKPOINT_FOLDER: documented(
    z.string().optional(),
    "checkpoints in the data folder; with DATABASE_URL none",
    "Folder that checkpoints are appended to, a file for each program.",
  ),
  CHECKPOINT_URL: documented(webUrlWithQuery(), "none", "Address that each checkpoint is sent to by POST, as text."),
  CHECKPOINT_BUCKET: documented(
    z.string().optional(),
    "none",
    "S3-compatible bucket that each checkpoint is written to, as an object of its own.",
  ),
  CHECKPOINT_BUCKET_ENDPOINT: documented(
    webUrl.optional(),
    "none; required with CHECKPOINT_BUCKET",
    "Its service, such as https://s3.eu-central-1.amazonaws.com.",
  ),
  CHECKPOINT_BUCKET_REGION: documented(z.string().default(regionDefault), regionDefault, "Its region."),
  CHECKPOINT_BUCKET_PREFIX: documented(z.string().optional(), "none", "Prefix of the names of objects there."),
  CHECKPOINT_BUCKET_KEY_ID: documented(
    z.string().optional(),
    "none; required with CHECKPOINT_BUCKET",
    "Id of the key that may write there, and need not be allowed to remove anything.",
  ),
  CHECKPOINT_BUCKET_SECRET: documented(z.string().optional(), "none; required with CHECKPOINT_BUCKET", "Its secret."),
  CHECKPOINT_BUCKET_LOCK_DAYS: limit(
    0,
    [0, 36_500],
    "Days of object lock (COMPLIANCE), in a bucket that was created with it; 0 is no lock.",
  ),
};

function webUrlWithQuery() {
  const isWeb = (text: string): boolean => ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "");
  return z.string().refine(isWeb, "must be an http or https address").optional();
}

type Given = z.output<z.ZodObject<typeof checkpointSettings>>;

const neededOfBucket = ["CHECKPOINT_BUCKET_ENDPOINT", "CHECKPOINT_BUCKET_KEY_ID", "CHECKPOINT_BUCKET_SECRET"] as const;

export function checkpointFaults(given: Partial<Record<keyof Given, unknown>>): string[] {
  const isNamedTwice = given.CHECKPOINT_KEYS !== undefined && given.CHECKPOINT_KEY_FILE !== undefined;
  const twice = isNamedTwice ? ["CHECKPOINT_KEYS and CHECKPOINT_KEY_FILE exclude each other: set one of them."] : [];
  if (given.CHECKPOINT_BUCKET === undefined) return twice;
  const missing = neededOfBucket
    .filter((name) => given[name] === undefined)
    .map((name) => `${name} is required with CHECKPOINT_BUCKET.`);
  return [...twice, ...missing];
}

type Surroundings = {
  readonly dataDir: string;
  /** Only an embedded installation makes a key: with DATABASE_URL each process would make another one. */
  readonly isEmbedded: boolean;
  readonly baseUrl: string | null;
};

/** Throws an error that names the invalid value or file. */
export function checkpointFigures(given: Given, { dataDir, isEmbedded, baseUrl }: Surroundings): CheckpointFigures {
  const isNamed = given.CHECKPOINT_KEYS !== undefined || given.CHECKPOINT_KEY_FILE !== undefined;
  const folderDefault = isEmbedded && !isNamed ? join(dataDir, "checkpoints") : null;
  const madeBefore = join(dataDir, generatedName);
  return {
    signers: new Secret(readSigners(given, isEmbedded ? dataDir : null, baseUrl)),
    unusedKeyFile: !isEmbedded && existsSync(madeBefore) && given.CHECKPOINT_KEY_FILE === undefined ? madeBefore : null,
    everyMinutes: given.CHECKPOINT_EVERY_MINUTES,
    places: new Secret({
      folder: given.CHECKPOINT_FOLDER === undefined ? folderDefault : resolve(given.CHECKPOINT_FOLDER),
      url: given.CHECKPOINT_URL ?? null,
      bucket: bucketOf(given),
    }),
  };
}

function bucketOf(given: Given): TargetPlaces["bucket"] {
  const { CHECKPOINT_BUCKET: bucket, CHECKPOINT_BUCKET_ENDPOINT: endpoint } = given;
  const { CHECKPOINT_BUCKET_KEY_ID: accessKeyId, CHECKPOINT_BUCKET_SECRET: secretAccessKey } = given;
  if (bucket === undefined || endpoint === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    return null;
  }
  const place = { endpoint, bucket, region: given.CHECKPOINT_BUCKET_REGION, accessKeyId, secretAccessKey };
  const prefix = given.CHECKPOINT_BUCKET_PREFIX?.replace(/\/+$/, "") ?? null;
  return { ...place, prefix, lockDays: given.CHECKPOINT_BUCKET_LOCK_DAYS };
}

function readSigners(given: Given, keyFolder: string | null, baseUrl: string | null): readonly Signer[] {
  const host = baseUrl === null ? "localhost" : new URL(baseUrl).host;
  const { CHECKPOINT_KEYS: keys, CHECKPOINT_KEY_FILE: file } = given;
  if (keys !== undefined)
    return named("CHECKPOINT_KEYS is of no use", () => signersOf(keys.replaceAll(",", "\n"), host));
  if (file !== undefined) {
    return named(`CHECKPOINT_KEY_FILE (${file}) is of no use`, () => signersOf(readFileSync(file, "utf8"), host));
  }
  if (keyFolder === null) return [];
  return named(`SVC_DATA_DIR (${keyFolder}) has no usable file ${generatedName}`, () =>
    signersOf(generatedCheckpointKey(keyFolder, baseUrl), host),
  );
}

function signersOf(text: string, host: string): readonly Signer[] {
  if (text.includes("-----BEGIN")) return [readSignerKey(text, host)];
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new Error("it is empty");
  return lines.map((line) => readSignerKey(line, host));
}

export class UnusableCheckpointKey extends Error {
  override readonly name = "UnusableCheckpointKey";
}

function named<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UnusableCheckpointKey(`${what}: ${why}.`, { cause: error });
  }
}
