// What one source file imports, exports, and says in its texts: the ground the architecture rules stand on.
// It reads the syntax tree, so a comment or a text that looks like an import is not one, and an import that is spread
// over lines, dynamic or type-only is.
// It never resolves more than a relative path: what a file may import is decided in house-rules.ts.
import { posix } from "node:path";
import { parseAst } from "vitest/node";

export type Place = { readonly line: number };

/** `target` is a path from the repository's root for a relative import, else a package's or `node:` module's name. */
export type Import = Place & { readonly target: string };

/** A text of the program, one blank for each run of white space, with `filler` for what is filled in. */
export type Text = Place & { readonly value: string };

/** A member (`process.env`), a call of a plain name (`fetch()`) or a `new Date()` without arguments. */
export type Use = Place & { readonly name: string };

/** Any call, with its first argument when that is a text, and `filler` otherwise. */
export type Call = Place & { readonly callee: string; readonly argument: string };

export type SourceFile = {
  readonly path: string;
  readonly source: string;
  readonly imports: readonly Import[];
  readonly texts: readonly Text[];
  readonly uses: readonly Use[];
  readonly calls: readonly Call[];
  readonly defaultExports: readonly Place[];
  readonly reexports: readonly Place[];
};

/** A placeholder for what is only known at run time. */
export const filler = "…";

type Node = { readonly type: string; readonly start: number; readonly [field: string]: unknown };

export function readSource(path: string, source: string): SourceFile {
  const imports: Import[] = [];
  const texts: Text[] = [];
  const uses: Use[] = [];
  const calls: Call[] = [];
  const defaultExports: Place[] = [];
  const reexports: Place[] = [];
  walk(parseAst(source, { lang: path.endsWith("x") ? "tsx" : "ts" }), (node) => {
    const line = lineAt(source, node.start);
    const specifier = specifierOf(node);
    if (specifier !== undefined) imports.push({ line, target: targetOf(path, specifier) });
    const text = textOf(node);
    if (text !== undefined) texts.push({ line, value: text.replace(/\s+/g, " ").trim() });
    uses.push(...usesOf(node).map((name) => ({ line, name })));
    if (node.type === "CallExpression") {
      calls.push({ line, callee: nameOf(node.callee) ?? "?", argument: textOf(firstArgument(node)) ?? filler });
    }
    if (isDefaultExport(node)) defaultExports.push({ line });
    if (isReexport(node)) reexports.push({ line });
  });
  return { path, source, imports, texts, uses, calls, defaultExports, reexports };
}

/** Calls `visit` for every node, outer ones first. */
function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit);
  if (!isNode(value)) return;
  visit(value);
  for (const child of Object.values(value)) walk(child, visit);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}

/** `import`, `export … from`, `import()`, `import("…").Type`, `require("…")` and `new URL("…", import.meta.url)`. */
function specifierOf(node: Node): string | undefined {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSImportType":
      return textOf(node.source);
    case "CallExpression":
      return nameOf(node.callee) === "require" ? textOf(firstArgument(node)) : undefined;
    case "NewExpression": {
      const address = nameOf(node.callee) === "URL" ? textOf(firstArgument(node)) : undefined;
      return address?.startsWith(".") ? address : undefined;
    }
    default:
      return undefined;
  }
}

function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(path), specifier);
  if (specifier.startsWith("node:")) return specifier;
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral") return undefined;
  return (node.quasis as { value: { raw: string } }[]).map((part) => part.value.raw).join(filler);
}

function usesOf(node: Node): string[] {
  if (node.type === "MemberExpression") return [nameOf(node) ?? ""];
  if (node.type === "NewExpression" && (node.arguments as unknown[]).length === 0) {
    return [`new ${nameOf(node.callee)}()`];
  }
  if (node.type === "CallExpression") return isPlainName(node.callee) ? [`${nameOf(node.callee)}()`] : [];
  if (node.type === "VariableDeclarator") return destructuredOf(node);
  return [];
}

/** `const { env } = process` uses `process.env`. */
function destructuredOf(node: Node): string[] {
  const from = nameOf(node.init);
  const pattern = node.id;
  if (from === undefined || !isNode(pattern) || pattern.type !== "ObjectPattern") return [];
  return (pattern.properties as Node[]).map((property) => `${from}.${nameOf(property.key)}`);
}

/** `a`, `a.b` or `a["b"]` as `a.b`; `?.b` where what comes before the dot is no plain name. */
function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Identifier") return String(node.name);
  if (node.type === "MetaProperty") return "import.meta";
  if (node.type !== "MemberExpression") return undefined;
  const member = node.computed === true ? textOf(node.property) : nameOf(node.property);
  return `${nameOf(node.object) ?? "?"}.${member ?? "?"}`;
}

function isPlainName(node: unknown): boolean {
  return isNode(node) && node.type === "Identifier";
}

function firstArgument(node: Node): unknown {
  return (node.arguments as unknown[])[0];
}

function isDefaultExport(node: Node): boolean {
  if (node.type === "ExportDefaultDeclaration") return true;
  return node.type === "ExportSpecifier" && nameOf(node.exported) === "default";
}

function isReexport(node: Node): boolean {
  return node.type === "ExportAllDeclaration" || (node.type === "ExportNamedDeclaration" && isNode(node.source));
}
