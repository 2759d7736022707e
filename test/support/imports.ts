import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type Module, parseSync } from '@swc/core';

export const root = resolve(__dirname, '../..');

const SOURCE = /\.(ts|tsx)$/;

export function sources(folder: string): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...sources(path));
    else if (SOURCE.test(entry.name) && !entry.name.endsWith('.d.ts') && !entry.name.endsWith('.d.mts'))
      found.push(path);
  }
  return found;
}

export const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx', '.d.ts'];

function resolveImport(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const base = join(root, dirname(from), specifier);
  const found = ENDINGS.map((ending) => base + ending).find(
    (path) => existsSync(path) && statSync(path).isFile(),
  );
  return relative(root, found ?? base);
}

const parsed = new Map<string, Module>();

export function moduleOf(path: string): Module {
  const known = parsed.get(path);
  if (known) return known;
  const module = parseSync(textOf(path), { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2022' });
  parsed.set(path, module);
  return module;
}

/** Returns imported paths from the root and package names, including types. */
export function importsOf(path: string): string[] {
  const found: string[] = [];
  for (const item of moduleOf(path).body) {
    if (item.type === 'ImportDeclaration' || item.type === 'ExportAllDeclaration')
      found.push(item.source.value);
    if (item.type === 'ExportNamedDeclaration' && item.source) found.push(item.source.value);
  }
  for (const [, specifier] of textOf(path).matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g))
    if (specifier) found.push(specifier);
  return found.map((specifier) => resolveImport(path, specifier));
}
