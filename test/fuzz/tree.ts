// JSON as a tree that may also say what no JavaScript value can: a name twice, numbers beyond all bounds, a raw piece of text.
export type Tree = string | number | boolean | null | readonly Tree[] | Members | Raw;

/** An object's members in their order: the same name may stand there twice. */
export class Members {
  readonly entries: readonly (readonly [string, Tree])[];
  constructor(entries: readonly (readonly [string, Tree])[]) {
    this.entries = entries;
  }
}

/** Written as it is. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return value.map(treeOf);
  if (typeof value === "object" && value !== null) {
    return new Members(
      Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : [[name, treeOf(each)]])),
    );
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}

export function jsonOf(tree: Tree): string {
  if (tree instanceof Raw) return tree.text;
  if (tree instanceof Members) {
    return `{${tree.entries.map(([name, each]) => `${JSON.stringify(name)}:${jsonOf(each)}`).join()}}`;
  }
  return isList(tree) ? `[${tree.map(jsonOf).join()}]` : JSON.stringify(tree);
}

/** As a part of an address or a header's value. */
export function plainText(tree: Tree): string {
  return typeof tree === "string" ? tree : jsonOf(tree);
}

export function isList(tree: Tree): tree is readonly Tree[] {
  return Array.isArray(tree);
}

export function memberOf(tree: Tree | undefined, name: string): Tree | undefined {
  return tree instanceof Members ? tree.entries.find(([each]) => each === name)?.[1] : undefined;
}

export type Path = readonly number[];

/** The places of everything below, by position; the tree's own is not among them. */
export function placesIn(tree: Tree, at: Path = []): Path[] {
  return childrenOf(tree).flatMap((child, index) => [[...at, index], ...placesIn(child, [...at, index])]);
}

function childrenOf(tree: Tree): readonly Tree[] {
  if (tree instanceof Members) return tree.entries.map(([, each]) => each);
  return isList(tree) ? tree : [];
}

export function textsIn(tree: Tree): string[] {
  return typeof tree === "string" ? [tree] : childrenOf(tree).flatMap(textsIn);
}

/** What becomes of one child: other entries in its place, or none. An element of a list has no name. */
export type Change = (name: string, child: Tree) => readonly (readonly [string, Tree])[];

export function changedAt(tree: Tree, [index, ...rest]: Path, change: Change): Tree {
  if (index === undefined) return tree;
  const put = (name: string, child: Tree, position: number) => {
    if (position !== index) return [[name, child] as const];
    return rest.length === 0 ? change(name, child) : [[name, changedAt(child, rest, change)] as const];
  };
  if (tree instanceof Members) {
    return new Members(tree.entries.flatMap(([name, child], position) => put(name, child, position)));
  }
  if (!isList(tree)) return tree;
  return tree.flatMap((child, position) => put("", child, position).map(([, each]) => each));
}
