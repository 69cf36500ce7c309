// How a valid tree is spoilt: one place of it at a time, by a few numbers that say which place and how, so that a failing case can
// be tried again without one of them.
import type { Chance } from "./chance.ts";
import { Chance as ChanceOf } from "./chance.ts";
import {
  type Change,
  changedAt,
  isList,
  Members,
  type Path,
  placesIn,
  Raw,
  type Tree,
  textsIn,
  treeOf,
} from "./tree.ts";

export type Mutation = { readonly kind: keyof typeof kinds; readonly seed: number };

/** What a value may be replaced by that means something to the service. */
export type Known = { readonly texts: readonly string[]; readonly numbers: readonly number[] };

const numbers: readonly Tree[] = [
  ...[0, -1, 1, 0.1, 0.29, 99.999, -0.5, 1e21, 1e-7, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, -(2 ** 53)],
  ...[
    "-0",
    "0.0",
    "1e400",
    "-1e400",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "1e15",
    "1E2",
  ].map((text) => new Raw(text)),
  ...["1000.00", "10.999", "0", "-5", "1e3", "0x10", "NaN", "Infinity", "9007199254740993", "１２", " 7", "7 "],
];

const texts: readonly string[] = [
  ...[
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "x\udfff",
    "\ufeffa",
    "\u202eabc",
    "é",
    "e\u0301",
    "İ",
    "ß",
    "👩‍👩‍👧",
    "𝒳",
  ],
  ...[
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "null",
    "undefined",
    "true",
    "[object Object]",
  ],
  ...[
    "'; drop table event; --",
    "%00",
    "%s%n",
    "../../etc/passwd",
    "<script>",
    "{{7*7}}",
    "\\",
    '"',
    "\n",
    "\t",
    "\r\nX: y",
  ],
  ...["a".repeat(255), "a".repeat(256), "é".repeat(255), "x".repeat(5000), "👩".repeat(128), ",".repeat(300)],
  ...["USD", "usd", "EUR", "VND", "JPY", "GBP", "XXX", "BTC", "us", "USDD"],
  ...[
    "1",
    "0",
    "-1",
    "1.5",
    "9007199254740993",
    "2026-01-31",
    "31.01.2026",
    "a@b.test",
    "A@B.TEST",
    "https://x.test/?aff=",
  ],
];

const dates: readonly Tree[] = [
  ...[
    "2026-02-30",
    "2026-01-31T12:00:00Z",
    "2026-01-31T25:00:00Z",
    "0000-01-01",
    "9999-12-31T23:59:59Z",
    "-1",
    "1970-01-01",
  ],
  ...[
    "+275760-09-13T00:00:00Z",
    "+275760-09-14T00:00:00Z",
    "2026-13-01",
    "2026-01-31 12:00:00",
    "2026-01-31T12:00:00+25:00",
    "now",
  ],
  ...["2026-01-31T12:00:00.123456789Z", "20260131", "2026-W05", "Sat, 31 Jan 2026 12:00:00 GMT", "infinity", "epoch"],
  ...[0, -1, 1_760_000_000, 1_760_000_000_000, 1e13, 8.64e15, 8.64e15 + 1, 1e18],
];

const strange: readonly Tree[] = [
  ...[null, true, false, [], new Members([]), [null], [[]], new Members([["", null]]), new Members([["toString", 1]])],
  new Members([["__proto__", new Members([["isAdmin", true]])]]),
  new Members([["constructor", new Members([["prototype", new Members([["x", 1]])]])]]),
];

const names = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "",
  "\u0000",
  "\ud800",
  "id",
  "amount",
  "currency",
  "type",
  "data",
];

const replace =
  (value: (chance: Chance, child: Tree, known: Known) => Tree) =>
  (chance: Chance, known: Known): Change =>
  (name, child) => [[name, value(chance, child, known)]];

const sizes = [2, 3, 11, 21, 101, 1_000, 4_000];
const depths = [5, 33, 65, 200, 5_000];

const kinds = {
  number: replace((chance) => chance.oneOf(numbers)),
  text: replace((chance) => chance.oneOf(texts)),
  date: replace((chance) => chance.oneOf(dates)),
  strange: replace((chance) => chance.oneOf(strange)),
  known: replace((chance, _, { texts: some }) => (some.length === 0 ? "" : chance.oneOf(some))),
  known_number: replace((chance, _, { numbers: some }) => (some.length === 0 ? 1 : chance.oneOf(some))),
  small_number: replace((chance) => chance.below(40)),
  other_type: replace((_, child) => otherType(child)),
  nudged: replace((chance, child) => nudged(chance, child)),
  wrapped: replace((chance, child) => (chance.isOneIn(2) ? [child] : new Members([["value", child]]))),
  deep: replace((chance) => {
    const depth = chance.oneOf(depths);
    return new Raw(
      chance.isOneIn(2) ? "[".repeat(depth) + "]".repeat(depth) : `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`,
    );
  }),
  many: replace((chance, child) =>
    Array.from({ length: chance.oneOf(sizes) }, () => (isList(child) ? (child[0] ?? 1) : child)),
  ),
  removed: () => () => [],
  twice: (chance) => (name, child) => [
    [name, child],
    [name, chance.isOneIn(2) ? child : chance.oneOf([...numbers, ...texts])],
  ],
  renamed: (chance) => (name, child) => [[chance.isOneIn(2) ? chance.oneOf(names) : `${name}_`, child]],
  beside: (chance) => (name, child) => [
    [name, child],
    [chance.oneOf(names), chance.oneOf([...strange, ...texts])],
  ],
} satisfies Readonly<Record<string, (chance: Chance, known: Known) => Change>>;

const kindNames = Object.keys(kinds).filter((name): name is Mutation["kind"] => name in kinds);
/** Those that leave it possible that the call is understood are drawn more often. */
const weighted: readonly Mutation["kind"][] = [
  ...kindNames,
  "number",
  "text",
  "known",
  "known",
  "known_number",
  "nudged",
  "removed",
];

export function drawMutation(chance: Chance): Mutation {
  return { kind: chance.oneOf(weighted), seed: chance.seed() };
}

/** Nothing changes where there is nothing in it. */
export function mutated(tree: Tree, { kind, seed }: Mutation, known: Known): Tree {
  const chance = new ChanceOf(seed, 0);
  const places: readonly Path[] = placesIn(tree);
  if (places.length === 0) return tree;
  const own = { texts: [...known.texts, ...textsIn(tree)], numbers: known.numbers };
  return changedAt(tree, chance.oneOf(places), kinds[kind](chance, own));
}

function otherType(child: Tree): Tree {
  if (typeof child === "number") return String(child);
  if (typeof child === "boolean") return child ? "true" : 0;
  if (typeof child === "string") return /^-?\d+(\.\d+)?$/.test(child) ? Number(child) : [child];
  if (isList(child)) return treeOf(Object.fromEntries(child.map((_, index) => [index, index])));
  return child === null ? "null" : [child];
}

function nudged(chance: Chance, child: Tree): Tree {
  if (typeof child === "number")
    return chance.oneOf([child + 1, child - 1, -child, child * 100, child / 100, child + 0.5]);
  if (typeof child !== "string") return child;
  const at = chance.below(child.length + 1);
  return chance.oneOf([
    child.slice(0, at) + chance.oneOf(texts) + child.slice(at),
    child.slice(0, at) + child.slice(at + 1),
    child.toUpperCase(),
    child + child,
  ]);
}
