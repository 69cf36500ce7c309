// Source files as a graph of who imports whom: what is reached from where, and in which circles.
import type { SourceFile } from "./imports.ts";

type Graph = ReadonlyMap<string, readonly string[]>;

/** The given files and all they import, over any number of steps. */
export function reachableFrom(files: readonly SourceFile[], paths: readonly string[]): string[] {
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

/** One circle for each import that closes one, as the paths along it, first and last the same. */
export function cyclesOf(files: readonly SourceFile[]): string[][] {
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

function graphOf(files: readonly SourceFile[]): Graph {
  const known = new Set(files.map((file) => file.path));
  return new Map(
    files.map((file) => [file.path, file.imports.map(({ target }) => target).filter((target) => known.has(target))]),
  );
}
