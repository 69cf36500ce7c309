#!/usr/bin/env node
// Checks the log of a program without trusting the service that keeps it. One file, nothing but Node 20 or newer, no network: read it
// before you run it.
//
//   node verify-log.mjs --log log.ndjson --checkpoints checkpoints.ndjson --key 'name+id+key' [--sales sales.ndjson]
//
// --log          every event, a line of JSON each: GET /api/v1/programs/{id}/log as application/x-ndjson
// --checkpoints  what was signed: the list of checkpoints as application/x-ndjson, or a file of notes. Yours, kept since you got them;
//                may be given more than once
// --key          the key you were given, once, by a way you trust; may be given more than once
// --sales        the list of sales as application/x-ndjson: each must be an event of the log, with what that event says
//
// It makes each event's hash again from the event, follows the chain from its beginning, and asks of every checkpoint whether it was
// signed by that key and whether the log has that hash at that place. A line of the log must be written as the service writes it, so that
// no byte of it is outside of what is checked. Of clicks that left the log for files the id is left, and the log
// says what the rows are from then on: that is looked at too, the files are not. Exit code 0 where all of it fits, 1 where something does not,
// 2 where it could not look.
import { createHash, createPublicKey, verify } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const faults = [];
const faultsShown = 50;
const fault = (text) => faults.push(text);
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();

class CannotLook extends Error {}

// ------------------------------------------------------------------------------------------------ what was signed (c2sp.org/signed-note)

const ed25519 = 1;
const publicKeyHeader = Buffer.from("302a300506032b6570032100", "hex");

function readKey(text) {
  const [, name, id, key] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(text.trim()) ?? [];
  const typed = Buffer.from(key ?? "", "base64");
  if (name === undefined || typed.length !== 33 || typed[0] !== ed25519) {
    throw new CannotLook("A key looks like name+id+key and is an Ed25519 key.");
  }
  const keyId = sha256(`${name}\n`, typed).subarray(0, 4);
  if (keyId.toString("hex") !== id) throw new CannotLook("The key's id is not that of its key.");
  const publicKey = createPublicKey({
    key: Buffer.concat([publicKeyHeader, typed.subarray(1)]),
    format: "der",
    type: "spki",
  });
  return { name, keyId, publicKey };
}

/** The signed text, or null with a fault told. */
function openNote(note, keys, where) {
  const end = note.lastIndexOf("\n\n");
  const text = note.slice(0, end + 1);
  for (const line of note.slice(end + 2).trimEnd().split("\n")) {
    const [, name, written] = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/=]+)$/u.exec(line) ?? [];
    const bytes = Buffer.from(written ?? "", "base64");
    const key = keys.find((each) => each.name === name && each.keyId.equals(bytes.subarray(0, 4)));
    if (key === undefined) continue;
    if (verify(null, Buffer.from(text, "utf8"), key.publicKey, bytes.subarray(4))) return { text, key };
    fault(`${where}: a checkpoint was changed: its signature does not fit.\n${indented(text)}`);
    return null;
  }
  fault(`${where}: a checkpoint is signed by none of the keys you gave.\n${indented(text)}`);
  return null;
}

const indented = (text) => text.trimEnd().replace(/^/gm, "    ");

function notesOf(path) {
  const file = readFileSync(path, "utf8");
  if (file.startsWith("{")) {
    return file
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line).note)
      .filter((note) => typeof note === "string");
  }
  const notes = [];
  let text = null;
  for (const block of file.split(/\n{2,}/).map((each) => each.replace(/^\n+|\n+$/g, ""))) {
    if (block === "") continue;
    const isSignatures = block.split("\n").every((line) => /^\u2014 [^\s+]+ [A-Za-z0-9+/=]{92,}$/u.test(line));
    if (text !== null && isSignatures) notes.push(`${text}\n\n${block}\n`);
    text = text !== null && isSignatures ? null : block;
  }
  return notes;
}

function readCheckpoints(paths, keys) {
  const checkpoints = [];
  for (const path of paths) {
    for (const note of new Set(notesOf(path))) {
      const opened = openNote(note, keys, path);
      if (opened === null) continue;
      const [origin, seq, hash, ...lines] = opened.text.trimEnd().split("\n");
      const valueOf = (name) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
      const programId = Number(/\/programs\/(\d+)$/.exec(origin)?.[1]);
      if (origin !== `${opened.key.name}/programs/${programId}`) fault(`${path}: ${origin} is no program of that key.`);
      for (const line of lines.filter((each) => each.startsWith("unexplained "))) {
        fault(`Checkpoint ${valueOf("number")} of ${valueOf("time")} says itself that something was changed unseen: ${line}`);
      }
      const checkpoint = { programId, seq: Number(seq), hash, number: Number(valueOf("number")), time: valueOf("time") };
      const last = checkpoints.at(-1);
      if (last !== undefined && last.number !== checkpoint.number && last.programId === programId) {
        if (checkpoint.number < last.number || checkpoint.seq < last.seq) {
          fault(`Checkpoint ${checkpoint.number} at seq ${seq} stands behind checkpoint ${last.number} at seq ${last.seq}.`);
        }
      }
      checkpoints.push(checkpoint);
    }
  }
  return checkpoints;
}

// ------------------------------------------------------------------------------------------------ the log

/** JSON with sorted names and no spaces (RFC 8785). */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** What is of a person, at any depth of an event's data: an erasure may take or rename it, and nothing else. */
const personal = new Set(
  `affiliate_url page_url page_title referrer_url session_id visitor_id user_agent screen_resolution viewport_size language timezone
   additional_data line_items customer_key email_hash provider_customer_id subject wait_key identity provisional_subject`.split(/\s+/),
);

/** The same without what is of a person, which goes into `taken` by its path. */
function withoutPerson(value, taken, path = "") {
  if (Array.isArray(value)) return value.map((each, index) => withoutPerson(each, taken, `${path}/${index}`));
  if (value === null || typeof value !== "object") return value;
  const left = [];
  for (const [name, member] of Object.entries(value)) {
    if (personal.has(name)) taken[`${path}/${name}`] = member;
    else left.push([name, withoutPerson(member, taken, `${path}/${name}`)]);
  }
  return Object.fromEntries(left);
}

/** sha256 of the hash before it, of what the event says, and of the digest of what it says of a person. */
function hashOf(before, row, digest) {
  const { hash: _, prev_hash: __, ...columns } = row;
  const taken = {};
  const rest = withoutPerson(columns, taken, "");
  return sha256(before, canonical(rest), digest ?? sha256(canonical(taken)));
}

/** The rule of logs of before: sha256 of the hash before it and of everything the event says. */
function hashByFirstRule(before, row) {
  const { hash: _, prev_hash: __, ...columns } = row;
  return sha256(before, canonical(columns));
}

function read(line, path) {
  let value = null;
  try {
    value = JSON.parse(line);
  } catch {
    // Told below.
  }
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return value;
  throw new CannotLook(`${path} is not what was asked for: it should have a line of JSON for each. It begins with ${line.slice(0, 60)}`);
}

/** An answer that was no list of events, as it is without a token. */
function noEvents(path, row) {
  return `${path} holds no events, but ${row.error?.message ?? JSON.stringify(row).slice(0, 80)}`;
}

/** The lines of a file, at line breaks alone: other signs that some readers break lines at may stand in a text. */
async function* textsOf(path) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let open = [];
  for await (const chunk of createReadStream(path)) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield textOf(path, decoder, [...open, chunk.subarray(from, end)]);
      open = [];
      from = end + 1;
    }
    if (from < chunk.length) open.push(chunk.subarray(from));
  }
  if (open.length > 0) yield textOf(path, decoder, open);
}

function textOf(path, decoder, parts) {
  try {
    return decoder.decode(Buffer.concat(parts));
  } catch {
    throw new CannotLook(`${path} has a line that is not UTF-8.`);
  }
}

async function* linesOf(path) {
  for await (const line of textsOf(path)) if (line.trim() !== "") yield read(line, path);
}

const columns =
  "data dedup_key delivery_sha256 hash id is_test occurred_at prev_hash program_id received_at schema_version seq source type";

/** Events as the service writes them: another spacing, a name twice or a name too many would be outside of every hash. */
async function* eventsOf(path) {
  for await (const line of textsOf(path)) {
    const row = read(line, path);
    if (typeof row.seq !== "number" || typeof row.hash !== "string") throw new CannotLook(noEvents(path, row));
    const isPlain = JSON.stringify(row) === line && Object.keys(row).sort().join(" ") === columns;
    if (!isPlain || ![row.hash, row.prev_hash].every((hash) => /^[0-9a-f]{64}$/.test(hash))) {
      fault(`The line of seq ${row.seq} is not written as the service writes it.`);
    }
    yield row;
  }
}

/** The stretches of clicks that left the log for files, as the log says: known before it is followed. */
async function archivesOf(path) {
  const archives = [];
  for await (const line of textsOf(path)) {
    if (!line.includes('"clicks_archived"')) continue;
    const { type, source, seq, data } = read(line, path);
    if (type !== "clicks_archived" || source !== "operator" || !(data?.last_seq < seq)) continue;
    archives.push({ ...data, found: 0, rows: createHash("sha256") });
  }
  return archives.sort((one, other) => one.first_seq - other.first_seq);
}

/** Of an archived click its id is left. The log says what the rows of a stretch make together as they were left. */
function isLeftByArchive(archives, row, before) {
  while (archives.length > 0 && archives[0].last_seq < row.seq) endOf(archives.shift());
  const [archive] = archives;
  if (archive === undefined || row.seq < archive.first_seq) return false;
  if (row.type !== "click_recorded" || row.dedup_key !== null) return false;
  archive.rows.update(hashOf(before, { ...row, data: { click_id: row.data.click_id ?? null } }).toString("hex"));
  archive.found += 1;
  return Object.keys(row.data).join() === "click_id";
}

function endOf({ first_seq, last_seq, clicks, found, rows, rows_sha256 }) {
  if (found === clicks && rows.digest("hex") === rows_sha256) return;
  fault(`The clicks from seq ${first_seq} to ${last_seq} are not what was left of them when they were archived.`);
}

/**
 * Of a row that does not make its hash: `proven` where a later event says that a person was erased from it and all the rest still makes
 * its hash, `old` where it was recorded before the rule by which that can be proven, null where nothing explains it.
 */
function whatIsLeft({ row, hash, isNew }, [, left, digest] = []) {
  const isLeft = [hashOf, hashByFirstRule].some((by) => by(hash, row).toString("hex") === left);
  if (!isLeft) return null;
  if (digest === undefined) return isNew ? null : "old";
  return hashOf(hash, row, Buffer.from(digest, "hex")).toString("hex") === row.hash ? "proven" : null;
}

async function followLog(path, checkpoints, said) {
  const archives = await archivesOf(path);
  const wanted = Map.groupBy === undefined ? groupBySeq(checkpoints) : Map.groupBy(checkpoints, ({ seq }) => seq);
  let hash = Buffer.alloc(32);
  let seq = 0;
  let programId = null;
  let fits = 0;
  const broken = [];
  const strange = [];
  const leftOf = new Map();
  let isNew = false;
  let archived = 0;
  for await (const row of eventsOf(path)) {
    programId ??= row.program_id;
    const isLeft = isLeftByArchive(archives, row, hash);
    if (isLeft) archived += 1;
    if (hashOf(hash, row).toString("hex") === row.hash) isNew = true;
    else if (!isLeft && hashByFirstRule(hash, row).toString("hex") !== row.hash) strange.push({ row, hash, isNew });
    if (row.seq !== seq + 1) fault(`Behind seq ${seq} comes seq ${row.seq}: events are missing, or in another order.`);
    if (row.prev_hash !== hash.toString("hex")) {
      fault(`The event at seq ${row.seq} names another hash before it than the event before it has.`);
    }
    if (row.program_id !== programId) fault(`The event at seq ${row.seq} is one of program ${row.program_id}.`);
    // A person was erased: the rows that named them keep their hashes, and the log says what is left of each.
    if (row.type === "personal_data_erased") for (const each of row.data.rows) leftOf.set(each[0], each);
    // From here the chain is followed as it was written, so that one break is told once.
    hash = Buffer.from(row.hash, "hex");
    seq = row.seq;
    said(row);
    for (const checkpoint of wanted.get(row.seq) ?? []) {
      if (checkpoint.programId !== programId) continue;
      if (checkpoint.hash === hash.toString("base64")) fits += 1;
      else broken.push(checkpoint);
    }
  }
  archives.forEach(endOf);
  if (programId === null) throw new CannotLook(`${path} holds no event.`);
  const left = { proven: 0, old: 0, archived };
  for (const one of strange) {
    const found = whatIsLeft(one, leftOf.get(one.row.seq));
    if (found === null) fault(`The event at seq ${one.row.seq} (${one.row.id}, ${one.row.type}) is not what its hash was made of.`);
    else left[found] += 1;
  }
  const own = checkpoints.filter((checkpoint) => checkpoint.programId === programId);
  if (own.length === 0) fault(`There is no checkpoint of program ${programId}: nothing says that this is the log that was.`);
  const [first] = broken.sort((one, other) => one.seq - other.seq);
  if (first !== undefined) {
    fault(
      `The log was rewritten at or before seq ${first.seq}: checkpoint ${first.number} of ${first.time} was signed there over other events (${broken.length} checkpoints do not fit).`,
    );
  }
  const beyond = own.filter((checkpoint) => checkpoint.seq > seq);
  if (beyond.length > 0) {
    fault(`The log ends at seq ${seq}, and a checkpoint was signed at seq ${Math.max(...beyond.map((each) => each.seq))}.`);
  }
  return { programId, events: seq, fits, newest: own.at(-1), left };
}

function groupBySeq(checkpoints) {
  const groups = new Map();
  for (const checkpoint of checkpoints) groups.set(checkpoint.seq, [...(groups.get(checkpoint.seq) ?? []), checkpoint]);
  return groups;
}

// ------------------------------------------------------------------------------------------------ sales

async function checkSales(path, told) {
  const sums = new Map();
  let sales = 0;
  for await (const { sale_id, amount_cents, currency } of linesOf(path)) {
    sales += 1;
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount_cents));
    const event = told.get(sale_id);
    if (event === undefined) fault(`Sale ${sale_id} is no event of the log.`);
    else if (event.amount !== null && (event.amount !== amount_cents || event.currency !== currency)) {
      fault(`Sale ${sale_id} is ${amount_cents} ${currency}, and the log says ${event.amount} ${event.currency}.`);
    }
  }
  return { sales, sums };
}

/** What a brand's own call said is what a sale is; what a provider told may be read into an amount of several parts. */
function toldBy({ type, data }) {
  const isCall = type === "sale_reported";
  return { amount: isCall ? data.amount_cents : null, currency: isCall ? data.currency : null };
}

// ------------------------------------------------------------------------------------------------

async function main() {
  const { values } = parseArgs({
    options: {
      log: { type: "string" },
      checkpoints: { type: "string", multiple: true },
      key: { type: "string", multiple: true },
      sales: { type: "string" },
    },
  });
  const { log, checkpoints = [], key = [], sales } = values;
  if (log === undefined || checkpoints.length === 0 || key.length === 0) {
    throw new CannotLook("Name --log, --checkpoints and --key; what they are stands at the top of this file.");
  }
  const signed = readCheckpoints(checkpoints, key.map(readKey));
  const told = new Map();
  const { programId, events, fits, newest, left } = await followLog(log, signed, (row) => {
    if (sales !== undefined) told.set(row.id, toldBy(row));
  });
  const lines = [`Program ${programId}: ${events} events, ${fits} of ${signed.length} signed checkpoints fit.`];
  if (newest !== undefined) lines.push(`The newest, ${newest.number}, was signed at seq ${newest.seq} on ${newest.time}.`);
  if (left.proven > 0) {
    lines.push(`${left.proven} events lost what they said of people who were erased; all else of them is what was signed.`);
  }
  if (left.archived > 0) {
    lines.push(`${left.archived} clicks are in files now, which were not looked at; what is left of them here is what it was then.`);
  }
  if (left.old > 0) {
    lines.push(`${left.old} events of before the chain's second rule lost something by an erasure: nothing proves what else they said.`);
  }
  if (sales !== undefined) {
    const { sales: count, sums } = await checkSales(sales, told);
    lines.push(`${count} sales, each an event of the log.`, ...[...sums].map(([name, sum]) => `  ${name} ${sum} cents`));
  }
  if (faults.length === 0) {
    process.stdout.write(`${lines.join("\n")}\nThe log is whole, and it is the one that was signed.\n`);
    return 0;
  }
  const more = faults.length > faultsShown ? [`And ${faults.length - faultsShown} more.`] : [];
  process.stdout.write(`${[lines[0], ...faults.slice(0, faultsShown), ...more].join("\n")}\nNot verified.\n`);
  return 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof CannotLook ? error.message : `It could not be looked at: ${error.message}`}\n`);
  process.exitCode = 2;
}
