import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type Module, parseSync } from '@swc/core';

/** A node of swc's tree, read without its many types. */
export type Syntax = { readonly type?: string } & { readonly [field: string]: unknown };

export interface SourceFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
  readonly module: Module;
  /** Turns a position of the syntax tree into a line, counted from 1. */
  readonly lineAt: (position: number) => number;
}

const SOURCE = /\.(ts|tsx)$/;
const DECLARATIONS = /\.d\.m?ts$/;

/** Tracked and new files below the root that match. */
export function repositoryFiles(root: string, pattern: RegExp): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split('\n').filter((path) => pattern.test(path) && existsSync(join(root, path)));
}

/** swc counts bytes over all files that it parsed: a leading semicolon tells where this file begins. */
export function parseSource(path: string, text: string): SourceFile {
  const bytes = Buffer.from(`;${text}`);
  const module = parseSync(bytes.toString(), {
    syntax: 'typescript',
    tsx: path.endsWith('x'),
    target: 'es2022',
  });
  const lineStarts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lineStarts.push(at + 1);
  const lineAt = (position: number) => {
    const offset = position - module.span.start;
    let [low, high] = [0, lineStarts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
  return { path, text, module, lineAt };
}

export const readSources = (root: string, folders: readonly string[]): SourceFile[] =>
  repositoryFiles(root, SOURCE)
    .filter((path) => folders.includes(path.split('/')[0] ?? '') && !DECLARATIONS.test(path))
    .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')));

const ENDINGS = ['', '.ts', '.tsx', '.mjs', '.d.mts', '/index.ts', '/index.tsx', '.d.ts'];

/** The file that a specifier names, from the root of the repository; the name of a package stays as it is. */
export function resolveSpecifier(root: string, from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const base = normalize(join(dirname(from), specifier));
  const ending = ENDINGS.find(
    (end) => existsSync(join(root, base + end)) && statSync(join(root, base + end)).isFile(),
  );
  return base + (ending ?? '');
}

/** Calls `visit` for every node below `node`, parents first. */
export function walk(node: unknown, visit: (syntax: Syntax) => void): void {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, visit);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const syntax = node as Syntax;
  if (typeof syntax.type === 'string') visit(syntax);
  for (const value of Object.values(syntax)) if (typeof value === 'object') walk(value, visit);
}
