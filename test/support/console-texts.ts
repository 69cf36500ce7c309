// The texts that a source file of the console has outside of the catalogue. It reads the syntax tree and judges each literal by what it
// looks like (words with a blank between them, or one word in sentence case) and by its place (what a reader sees or is read).
import { parseAst } from "vitest/node";

export type LooseText = { readonly line: number; readonly text: string };

type Node = { readonly type: string; readonly start: number; readonly [field: string]: unknown };

/** Attributes and properties that are read: any letter in them is a text. */
const readNames = new Set(
  "label title aria-label placeholder hint about action effect caption word words subtitle suffix alt message advice button empty undoWords readOnlyBecause secretHint secretLabel".split(
    " ",
  ),
);

/** Attributes, properties and calls whose texts are for machines. */
const machineNames = new Set(
  "className style queryKey aria-keyshortcuts key id to href path d name kind type meaning value code events csvPath data-state".split(
    " ",
  ),
);
const machineCalls = /^(?:pathOf|document|Error|TypeError|api|lazyRouteComponent)$/;

export function looseTexts(path: string, source: string, allowed: ReadonlySet<string>): LooseText[] {
  const found: LooseText[] = [];
  const report = ({ start }: Node, text: string): void => {
    const shown = text.replace(/\s+/g, " ").trim();
    if (!allowed.has(shown)) found.push({ line: source.slice(0, start).split("\n").length, text: shown });
  };
  const visit = (value: unknown, isRead: boolean): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, isRead);
    if (!isNode(value) || isForMachines(value)) return;
    const text = textOf(value);
    if (text !== undefined && (isRead ? /\p{L}/u.test(text) : looksRead(text))) report(value, text);
    for (const [field, child] of Object.entries(value)) {
      if (!skipped(value, field)) visit(child, isReadInside(value, field, isRead));
    }
  };
  visit(parseAst(source, { lang: path.endsWith("x") ? "tsx" : "ts" }), false);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** Of a literal, a text between tags, or the fixed parts of a template. */
function textOf(node: Node): string | undefined {
  if (node.type === "JSXText") return String(node.value);
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral") return undefined;
  return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join("…");
}

/** `No sales yet`, `Status`; no `sale_id`, `/api/v1`, `USD`, `aria-label`. */
function looksRead(text: string): boolean {
  if (/^(?:[./#?]|\w+:|\s*$)/.test(text) || !/\p{L}{2}/u.test(text)) return false;
  return /^\p{Lu}\p{Ll}/u.test(text) || /\p{L}[\p{L}’',.:;…]* +[\p{L}…(]/u.test(text);
}

/** What is between tags, what a read attribute or property has, and the choices in both. */
function isReadInside(node: Node, field: string, isRead: boolean): boolean {
  switch (node.type) {
    case "JSXElement":
    case "JSXFragment":
      return field === "children";
    case "JSXAttribute":
      return readNames.has(nameOf(node.name));
    case "Property":
      return readNames.has(nameOf(node.key));
    case "ConditionalExpression":
      return isRead && field !== "test";
    case "TemplateLiteral":
      return isRead && field === "expressions";
    case "JSXExpressionContainer":
    case "LogicalExpression":
    case "ParenthesizedExpression":
    case "BinaryExpression":
      return isRead;
    default:
      return false;
  }
}

function isForMachines(node: Node): boolean {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSLiteralType":
    case "TSTypeAliasDeclaration":
    case "TSInterfaceDeclaration":
      return true;
    case "BinaryExpression":
      return node.operator !== "+";
    case "JSXElement":
      return isNode(node.openingElement) && /^(?:code|kbd)$/.test(nameOf(node.openingElement.name));
    case "JSXAttribute":
      return machineNames.has(nameOf(node.name));
    case "Property":
      return machineNames.has(nameOf(node.key));
    case "CallExpression":
    case "NewExpression":
      return machineCalls.test(calleeOf(node.callee));
    default:
      return false;
  }
}

function skipped(node: Node, field: string): boolean {
  return (node.type === "Property" && field === "key") || (node.type === "MemberExpression" && field === "property");
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  return String(node.name ?? node.value ?? "");
}

/** The first name of `api.POST` or `document.addEventListener`. */
function calleeOf(node: unknown): string {
  if (!isNode(node)) return "";
  return node.type === "MemberExpression" ? calleeOf(node.object) : nameOf(node);
}
