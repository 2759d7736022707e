import { basename } from 'node:path';
import { islandsOf } from './island-groups.mjs';

const ISLAND = /^islands\/([^/]+)\/index\.tsx?$/;
const CONTRACT = /^server\/(contract\/[^/]+|[^/]+\/([a-z-]+\/)?([a-z-]+-)?contract)\.ts$/;

function preloads(outputs, path, seen = new Set()) {
  for (const { path: next, kind } of outputs[path].imports) {
    if (kind !== 'import-statement' || seen.has(next) || !outputs[next]) continue;
    seen.add(next);
    preloads(outputs, next, seen);
  }
  return [...seen];
}

function islandsBy(entryPoint, names) {
  const own = ISLAND.exec(entryPoint)?.[1];
  return own ? [own] : islandsOf(entryPoint, names);
}

/**
 * `assets`: address by plain name (`index.js`, `application.css`). `islands`: per element folder the script of the
 * island, then every chunk that it imports. `entry`: the same for index.js.
 */
export function manifest(metafile, addressOf) {
  const assets = {};
  const islands = {};
  let entry = [];
  const names = Object.keys(metafile.inputs).flatMap((path) => ISLAND.exec(path)?.[1] ?? []);
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (!entryPoint) continue;
    const scripts = [path, ...preloads(metafile.outputs, path)].map(addressOf);
    const contained = islandsBy(entryPoint, names);
    for (const island of contained) islands[island] = scripts;
    const isNamed =
      !entryPoint.includes('node_modules/') && !ISLAND.test(entryPoint) && !/^group:/.test(entryPoint);
    if (isNamed) assets[basename(entryPoint).replace(/\.tsx?$/, '.js')] = scripts[0];
    if (entryPoint === 'islands/index.ts') entry = scripts;
  }
  return { assets, entry, islands };
}

/** Throws where a server file other than a contract would reach the browser. */
export function keepServerOut(metafile) {
  const leaks = Object.entries(metafile.inputs).flatMap(([path, { imports }]) =>
    imports
      .filter((found) => /^(server|db|test)\//.test(found.path) && !CONTRACT.test(found.path))
      .map((found) => `  ${path} imports ${found.path}`),
  );
  if (leaks.length > 0) throw new Error(`Only contracts may reach the browser:\n${leaks.join('\n')}`);
}
