import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config';

/** Reads a built file once; outside production again after each build. */
export function builtFile<Value>(
  { root, production }: Config,
  name: string,
  read: (file: string) => Value,
): () => Value {
  const file = join(root, name);
  let current: { builtAt: number; value: Value } | null = null;
  return () => {
    if (current && (production || current.builtAt === statSync(file).mtimeMs)) return current.value;
    if (!existsSync(file)) throw new Error(`${name} is missing: run \`npm run build\``);
    current = { builtAt: statSync(file).mtimeMs, value: read(file) };
    return current.value;
  };
}

interface Manifest {
  /** Logical name → hashed address under /build. */
  assets: Record<string, string>;
  entry: string[];
  islands: Record<string, string[]>;
}

export interface Assets {
  address(name: string): string;
  chunks(islandIds: readonly string[]): string[];
}

export function assetsOf(config: Config): Assets {
  const file = join('public', 'build', 'manifest.json');
  const manifest = builtFile(config, file, (path) => JSON.parse(readFileSync(path, 'utf8')) as Manifest);
  return {
    address: (name) => manifest().assets[name] ?? `/${name}`,
    chunks: (islandIds) => {
      const { entry, islands } = manifest();
      return [...new Set([...entry, ...islandIds.flatMap((id) => islands[id] ?? [])])];
    },
  };
}
