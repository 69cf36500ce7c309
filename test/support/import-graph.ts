// Source files as a graph of who imports whom: what is reached from where, and in which circles.
import { dirname } from "node:path/posix";
import type { SourceFile } from "./imports.ts";

type Node = Pick<SourceFile, "path" | "imports">;

type Graph = ReadonlyMap<string, readonly string[]>;

/** The given files and all they import, over any number of steps. */
export function reachableFrom(files: readonly Node[], paths: readonly string[]): string[] {
  const graph = graphOf(files);
  const reached = new Set<string>();
  const waiting = paths.filter((path) => graph.has(path));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    waiting.push(...(graph.get(path) ?? []));
  }
  return [...reached];
}

/** These hold several folders that may not need each other in a circle; any other folder of `src` is one. */
const divided = /^src\/(core|engine|faces)\/[^/]+/;

/** The folders of `src` as nodes: each imports what any of its files imports from another folder, types included. */
export function foldersOf(files: readonly SourceFile[]): Node[] {
  const folders = Map.groupBy(
    files.filter(({ path }) => path.startsWith("src/")),
    ({ path }) => folderOf(path),
  );
  return [...folders].map(([path, inside]) => ({
    path,
    imports: [...new Set(inside.flatMap(({ imports }) => imports.map(({ target }) => folderOf(target))))]
      .filter((target) => target !== path)
      .map((target) => ({ line: 1, target })),
  }));
}

function folderOf(path: string): string {
  if (dirname(path) === "src") return path;
  return divided.exec(path)?.[0] ?? path.split("/").slice(0, 2).join("/");
}

/** One circle for each import that closes one, as the paths along it, first and last the same. */
export function cyclesOf(files: readonly Node[]): string[][] {
  const graph = graphOf(files);
  const cycles: string[][] = [];
  const done = new Set<string>();
  const follow = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start >= 0) cycles.push([...way.slice(start), path]);
    if (start >= 0 || done.has(path)) return;
    for (const next of graph.get(path) ?? []) follow(next, [...way, path]);
    done.add(path);
  };
  for (const path of graph.keys()) follow(path, []);
  return cycles;
}

function graphOf(files: readonly Node[]): Graph {
  const known = new Set(files.map((file) => file.path));
  return new Map(
    files.map((file) => [file.path, file.imports.map(({ target }) => target).filter((target) => known.has(target))]),
  );
}
