import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

function* filesUnder(path) {
  let stat;
  try {
    stat = statSync(path);
  } catch {
    return;
  }
  if (stat.isFile()) yield [path, stat];
  else for (const name of readdirSync(path).sort()) yield* filesUnder(join(path, name));
}

/** Changes with any name, size or modification time. */
export function sourceHash(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const [name, { size, mtimeMs }] of filesUnder(join(root, path)))
      hash.update(`${name}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}
