import { dirname } from 'node:path';
import { resolveSpecifier, type SourceFile } from './source';

export interface Import {
  readonly to: string;
  /** Whether it is erased when the file is compiled. */
  readonly isType: boolean;
}

/** What a file imports: paths from the root of the repository, or names of packages. */
export function importsOf(root: string, { path, module, text }: SourceFile): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, isType: boolean) =>
    found.push({ to: resolveSpecifier(root, path, specifier), isType });
  for (const item of module.body) {
    if (item.type === 'ImportDeclaration') {
      const onlyTypes =
        item.specifiers.length > 0 &&
        item.specifiers.every((name) => name.type === 'ImportSpecifier' && name.isTypeOnly);
      add(item.source.value, item.typeOnly || onlyTypes);
    }
    if (item.type === 'ExportAllDeclaration') add(item.source.value, false);
    if (item.type === 'ExportNamedDeclaration' && item.source) add(item.source.value, item.typeOnly);
  }
  for (const [, specifier] of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g))
    if (specifier) add(specifier, false);
  return found;
}

export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

interface GraphOptions {
  readonly types: boolean;
  /** What stands for a file in the graph: itself, or its folder. Null leaves the file out. */
  readonly nodeOf: (path: string) => string | null;
}

export function importGraph(root: string, files: readonly SourceFile[], options: GraphOptions): Graph {
  const paths = new Set(files.map(({ path }) => path));
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const from = options.nodeOf(file.path);
    if (from === null) continue;
    const targets = graph.get(from) ?? new Set<string>();
    graph.set(from, targets);
    for (const { to, isType } of importsOf(root, file)) {
      const node = paths.has(to) && (options.types || !isType) ? options.nodeOf(to) : null;
      if (node !== null && node !== from) targets.add(node);
    }
  }
  return graph;
}

export const itself = (path: string) => path;

/** Seeds stand above the domains, and `services.ts` names the types of everything: both are counted apart. */
export const folderNode = (path: string) =>
  path.startsWith('db/seeds/') || path === 'server/services.ts'
    ? null
    : dirname(path).split('/').slice(0, 2).join('/');

/** Groups of nodes that reach each other (Tarjan's algorithm), sorted. */
export function cycles(graph: Graph): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string) => {
    index.set(node, index.size);
    low.set(node, index.get(node) ?? 0);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) found.push(group.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return found.sort();
}
