// The text of a checkpoint, a signed note in the form of c2sp.org/tlog-checkpoint: the log's name, its length, the hash there, and one line
// for each additional digest. The hash is the head of a chain, not the root of a tree.
import { type Occasion, occasions } from "../../core/vocabulary/checkpoint-kinds.ts";
import type { ChainPlace } from "../log/chain-walk.ts";

/** What decides money or who may act and is not in the log: one digest for all of each. */
export const sections = [
  ...["recipients", "connections", "key", "emails", "email_hashes"],
  ...["endpoints", "exports", "channels", "members", "operators"],
] as const;
export type Section = (typeof sections)[number];

export type SignedSections = { readonly [Name in Section]: Buffer | null };

export type DeliveriesPlace = { readonly eventId: number; readonly digest: Buffer };

export type Checkpoint = ChainPlace & {
  readonly origin: string;
  readonly number: number;
  readonly time: Date;
  readonly occasion: Occasion;
  /** Null in one of a release that did not cover the section. */
  readonly configuration: SignedSections;
  /** Whether changes next to the log are signed from here on; not in one of a release before that. */
  readonly changesAreSigned: boolean;
  /** The same of removals, and of endpoints, exports, channels, members and operators. */
  readonly removalsAreSigned: boolean;
  /** Digest of what is stored of deliveries besides their bytes, up to and including this event's. */
  readonly deliveries: DeliveriesPlace;
  /** The rules the books were made by, and their digest; null where none was made. */
  readonly books: { readonly rules: number; readonly digest: Buffer } | null;
  /** What had changed in the configuration without a trace, as `recipients 5`. */
  readonly unexplained: readonly string[];
};

export function originOf(keyName: string, programId: number): string {
  return `${keyName}/programs/${programId}`;
}

const base64 = (bytes: Buffer): string => bytes.toString("base64");

const signedLine = "changes signed";
const removalsLine = "removals signed";

export function checkpointText(checkpoint: Checkpoint): string {
  const { origin, seq, hash, number, time, occasion, configuration, deliveries, books, unexplained } = checkpoint;
  const lines = [
    origin,
    String(seq),
    base64(hash),
    `number ${number}`,
    `time ${time.toISOString()}`,
    `occasion ${occasion}`,
    ...sections.flatMap((name) => {
      const digest = configuration[name];
      return digest === null ? [] : [`configuration ${name} ${base64(digest)}`];
    }),
    ...(checkpoint.changesAreSigned ? [signedLine] : []),
    ...(checkpoint.removalsAreSigned ? [removalsLine] : []),
    `deliveries ${deliveries.eventId} ${base64(deliveries.digest)}`,
    ...(books === null ? [] : [`books ${books.rules} ${base64(books.digest)}`]),
    ...unexplained.map((what) => `unexplained ${what}`),
  ];
  return `${lines.join("\n")}\n`;
}

class NotACheckpoint extends Error {
  override readonly name = "NotACheckpoint";
}

/** Undefined where it is no checkpoint of ours. Lines it does not know are those of a later release. */
export function readCheckpoint(text: string): Checkpoint | undefined {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof NotACheckpoint) return undefined;
    throw error;
  }
}

function read(text: string): Checkpoint {
  const [origin = "", seq, hash, ...rest] = text.replace(/\n$/, "").split("\n");
  const lines = rest.map((line) => line.split(" "));
  const valuesOf = (name: string): string[][] =>
    lines.flatMap(([first, ...values]) => (first === name ? [values] : []));
  const one = (name: string): string[] => valuesOf(name)[0] ?? [];
  const configuration = new Map(valuesOf("configuration").map(([name, digest]) => [name, digest]));
  const section = (name: Section): Buffer => digestOf(configuration.get(name));
  const laterSection = (name: Section): Buffer | null => (configuration.has(name) ? section(name) : null);
  const occasion = occasions.find((each) => each === one("occasion")[0]);
  if (origin === "" || occasion === undefined) throw new NotACheckpoint("a line is missing");
  const [deliveriesId, deliveriesDigest] = one("deliveries");
  const [rules, booksDigest] = one("books");
  return {
    origin,
    seq: wholeOf(seq),
    hash: digestOf(hash),
    number: wholeOf(one("number")[0]),
    time: timeOf(one("time")[0]),
    occasion,
    configuration: {
      recipients: section("recipients"),
      connections: section("connections"),
      key: section("key"),
      emails: section("emails"),
      email_hashes: laterSection("email_hashes"),
      endpoints: laterSection("endpoints"),
      exports: laterSection("exports"),
      channels: laterSection("channels"),
      members: laterSection("members"),
      operators: laterSection("operators"),
    },
    changesAreSigned: rest.includes(signedLine),
    removalsAreSigned: rest.includes(removalsLine),
    deliveries: { eventId: wholeOf(deliveriesId), digest: digestOf(deliveriesDigest) },
    books: rules === undefined ? null : { rules: wholeOf(rules), digest: digestOf(booksDigest) },
    unexplained: valuesOf("unexplained").map((words) => words.join(" ")),
  };
}

function wholeOf(text: string | undefined): number {
  if (text === undefined || !/^(0|[1-9]\d{0,14})$/.test(text)) throw new NotACheckpoint("no whole number");
  return Number(text);
}

/** 32 bytes. */
const digestPattern = /^[A-Za-z0-9+/]{43}=$/;

function digestOf(text: string | undefined): Buffer {
  if (text === undefined || !digestPattern.test(text)) throw new NotACheckpoint("no digest");
  return Buffer.from(text, "base64");
}

function timeOf(text: string | undefined): Date {
  const time = new Date(text ?? "");
  if (Number.isNaN(time.getTime())) throw new NotACheckpoint("no time");
  return time;
}
