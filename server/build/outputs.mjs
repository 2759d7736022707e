import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const DAY = 24 * 60 * 60 * 1000;

function same(path, contents) {
  try {
    return readFileSync(path).equals(contents);
  } catch {
    return false;
  }
}

/** Renames each file into place, so that a running server never reads half of one. */
export function put(path, contents) {
  const bytes = Buffer.from(contents);
  if (same(path, bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, bytes);
  renameSync(draft, path);
}

/** Removes files that no build of the last day names: open pages may still load them. */
export function sweep(folder, current) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || current.has(path)) continue;
    if (Date.now() - statSync(path).mtimeMs > DAY) rmSync(path);
  }
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Writes NAME.br (quality 0 to 11) and NAME.gz; returns their paths. */
export async function compress(files, quality) {
  const worthIt = files.filter(
    ({ path, contents }) => /\.(js|css|svg|json|map)$/.test(path) && contents.length > 512,
  );
  const written = worthIt.map(async ({ path, contents }) => {
    const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: contents.length };
    put(
      `${path}.br`,
      await brotli(contents, { params: { ...hint, [constants.BROTLI_PARAM_QUALITY]: quality } }),
    );
    put(`${path}.gz`, await gzipped(contents, { level: 9 }));
    return [`${path}.br`, `${path}.gz`];
  });
  return (await Promise.all(written)).flat();
}
