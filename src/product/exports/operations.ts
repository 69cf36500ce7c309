// Exports of a program by the day, for owners: whole lists as files, to a folder that the operator allows or to a bucket.
import { z } from "zod";
import { rowFormats } from "../../core/rules/rows/row-lines.ts";
import { exportLists, exportTargets } from "../../core/vocabulary/export-lists.ts";
import { id, oneOf, rule } from "../../core/vocabulary/fields.ts";
import { faultOfUrl } from "../../files/addresses.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import {
  answerOf,
  type Call,
  defineCreation,
  defineOperation,
  type Input,
  inProgram,
  type Operation,
  onlyId,
  programId,
} from "../operation/operation.ts";
import { type FieldFault, Refusal, refuseFields } from "../operation/refusal.ts";
import { dateOf, daysAfter } from "../reads/days.ts";
import {
  type ExportLine,
  exportLine,
  exportRunFilters,
  exportRunLine,
  findExport,
  listExportRuns,
  listExports,
} from "./list.ts";
import { createExport, exportsPerProgramMax, type NewExport, removeExport, runExport } from "./schedules.ts";
import { madeUpDays } from "./store.ts";

const path = "/programs/:program_id/exports";
const export_id = id("The export's id");
const table = [
  "export_id",
  "list",
  "format",
  "target",
  "folder",
  "bucket",
  "prefix",
  "last_day",
  "waiting_count",
] as const;
const runTable = ["day", "export_id", "list", "status", "row_count", "byte_count", "file", "fault"] as const;

/** Plain words, so that no name leads anywhere else. */
const folderRule = "must be one word of a to z, 0 to 9, - and _, at most 64 of them";
const prefixRule = "must be words of letters, digits, -, _ and ., parted by /";
const word = (pattern: RegExp, message: string, description: string) =>
  z.string(rule(message)).regex(pattern, message).meta({ description });

const input = {
  program_id: programId,
  list: oneOf(exportLists, "The list, written in full as it is then"),
  format: oneOf(rowFormats, "csv, or ndjson: a line of JSON for each row").default("csv"),
  target: oneOf(exportTargets, "folder: below the one that EXPORT_FOLDER names; s3: a bucket"),
  folder: word(/^[a-z0-9][a-z0-9_-]{0,63}$/, folderRule, "A folder below the program's own, for a folder").optional(),
  endpoint: z.string().max(1024).optional().meta({
    description: "The bucket's service, such as https://s3.eu-central-1.amazonaws.com, by https at a public address",
  }),
  bucket: word(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket", "The bucket").optional(),
  region: word(/^[a-z0-9-]{1,40}$/, "must be the name of a region", "Its region; us-east-1 by default").optional(),
  prefix: word(/^(?!.*\.\.)[\w.-]+(?:\/[\w.-]+)*$/, prefixRule, "Prefix of the names of files there")
    .max(200)
    .optional(),
  access_key_id: word(/^[\x21-\x7e]{1,128}$/, "must be the id of a key", "The access key").optional(),
  secret_access_key: word(
    /^[\x21-\x7e]{1,256}$/,
    "must be a key's secret",
    "Its secret; kept encrypted and never shown",
  )
    .meta({ flag: { isSecret: true } })
    .optional(),
};

type Given = Input<typeof input>;

export const operations: readonly Operation[] = [
  defineCreation({
    name: "exports.create",
    description: `Each day's file is written after midnight UTC, from today on; what cannot be written is made up for a week. At most ${exportsPerProgramMax} of a program.`,
    access: inProgram("settings"),
    http: {
      method: "post",
      path,
      status: 201,
      example: {
        list: "sales",
        target: "s3",
        endpoint: "https://s3.eu-central-1.amazonaws.com",
        bucket: "acme-reports",
        region: "eu-central-1",
        prefix: "whence",
        access_key_id: "AKIAEXAMPLE",
        secret_access_key: "the-secret-of-that-key",
      },
    },
    errors: ["idempotency_key_reused"],
    command: { example: "exports create --program 1 --list sales --target folder --folder reports" },
    table,
    input,
    output: answerOf(exportLine),
    make: async (call, given, once) => {
      const { program_id: programId, list, format } = given;
      const request = { programId, list, format, place: placeOf(call, given) };
      const made = await createExport(call.database, call.secrets, request, call.actor, once);
      if (made === undefined) throw new Refusal("not_found", `There is no program ${programId}.`);
      if (made !== "full") return made;
      throw new Refusal("invalid_request", `A program has at most ${exportsPerProgramMax} exports: remove one first.`);
    },
    madeBefore: onlyId,
    answer: async (call, exportId, { program_id }) => ({ data: await readExport(call, program_id, exportId) }),
  }),
  defineOperation({
    name: "exports.remove",
    description: "No more files are written; existing files stay.",
    access: inProgram("settings"),
    http: { method: "delete", path: `${path}/:export_id` },
    command: { example: "exports remove --program 1 --export 1" },
    changes: true,
    input: { program_id: programId, export_id },
    output: answerOf(
      z.strictObject({
        export_id: id("The export"),
        status: z.literal("removed").meta({ description: "It is gone" }),
      }),
    ),
    run: async ({ database, secrets, actor }, { program_id, export_id }) => {
      const which = { programId: program_id, exportId: export_id };
      if (!(await removeExport(database, secrets, which, actor))) noExport(program_id, export_id);
      return { data: { export_id, status: "removed" as const } };
    },
  }),
  defineOperation({
    name: "exports.run",
    description: `A day's file, within two minutes after the answer and over the one there is, with what the list is now: to see whether it can be written, or to try again what failed. Of the last ${madeUpDays} days.`,
    access: inProgram("settings"),
    http: { method: "post", path: `${path}/:export_id/run`, example: {} },
    command: { example: "exports run --program 1 --export 1" },
    changes: true,
    input: {
      program_id: programId,
      export_id,
      day: z.iso.date(rule("must be a day, as 2026-01-31")).optional().meta({
        description: "The day it is written for, of UTC; yesterday by default",
      }),
    },
    output: answerOf(
      z.strictObject({
        export_id: id("The export"),
        day: z.iso.date().meta({ description: "The day it is written for" }),
      }),
    ),
    run: async ({ database, actor, now }, { program_id, export_id, day: wanted }) => {
      const today = new Date(now());
      const yesterday = dateOf(daysAfter(today, -1));
      if (wanted !== undefined && (wanted > yesterday || wanted < dateOf(daysAfter(today, -madeUpDays)))) {
        throw refuseFields([{ field: "day", message: `must be one of the last ${madeUpDays} days that are over.` }]);
      }
      const which = { programId: program_id, exportId: export_id, day: wanted ?? yesterday };
      const day = (await runExport(database, which, actor)) ?? noExport(program_id, export_id);
      return { data: { export_id, day } };
    },
  }),
  defineProgramList({
    name: "exports.list",
    description: "Removed ones are not among them.",
    access: inProgram("settings"),
    http: { method: "get", path },
    row: exportLine,
    table,
    filters: {},
    example: "exports list --program 1",
    read: (db, programId, page) => listExports(db, programId, page),
  }),
  defineProgramList({
    name: "exports.runs",
    description: "Kept for 400 days, also of exports that were removed.",
    access: inProgram("settings"),
    http: { method: "get", path: "/programs/:program_id/export-runs" },
    row: exportRunLine,
    table: runTable,
    filters: exportRunFilters,
    example: "exports runs --program 1",
    read: (db, programId, page, filter) => listExportRuns(db, programId, page, filter),
  }),
];

const ofFolder = ["folder"] as const;
const ofBucket = ["endpoint", "bucket", "region", "prefix", "access_key_id", "secret_access_key"] as const;
const neededOfBucket = ["endpoint", "bucket", "access_key_id", "secret_access_key"] as const;
const regionDefault = "us-east-1";

function placeOf({ exportFolder, outbound }: Call, given: Given): NewExport["place"] {
  const strange = given.target === "folder" ? ofBucket : ofFolder;
  const faults: FieldFault[] = strange
    .filter((field) => given[field] !== undefined)
    .map((field) => ({ field, message: `does not go with target ${given.target}.` }));
  if (given.target === "folder") {
    if (exportFolder === null) {
      const message = "folder is not allowed here: the operator must set EXPORT_FOLDER.";
      faults.push({ field: "target", message });
    }
    if (faults.length > 0) throw refuseFields(faults);
    return { target: "folder", folder: given.folder ?? null };
  }
  const missing = neededOfBucket.filter((field) => given[field] === undefined);
  faults.push(...missing.map((field) => ({ field, message: "is required for target s3." })));
  const { endpoint = "", bucket = "", region = regionDefault, prefix = null } = given;
  const fault = endpoint === "" ? null : faultOfEndpoint(endpoint, outbound);
  if (fault !== null) faults.push({ field: "endpoint", message: `${fault}.` });
  if (faults.length > 0) throw refuseFields(faults);
  const { access_key_id: accessKeyId = "", secret_access_key: secretAccessKey = "" } = given;
  return { target: "s3", endpoint, bucket, region, prefix, accessKeyId, secretAccessKey };
}

function faultOfEndpoint(endpoint: string, policy: Call["outbound"]): string | null {
  return faultOfUrl(endpoint, policy) ?? (endpoint.includes("?") ? "must hold no query" : null);
}

async function readExport({ reads, actor }: Call, programId: number, exportId: number): Promise<ExportLine> {
  const found = await reads.ofProgram(actor, programId, "settings", (db) => findExport(db, programId, exportId));
  return found ?? noExport(programId, exportId);
}

function noExport(programId: number, exportId: number): never {
  throw new Refusal("not_found", `Program ${programId} has no export ${exportId}.`);
}
