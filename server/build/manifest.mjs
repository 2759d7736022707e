import { basename } from 'node:path';

const ISLAND = /^islands\/([^/]+)\/index\.tsx?$/;
const REGISTRY = 'islands/registry.ts';
const NAMED = /^(islands\/index\.ts|public\/stylesheets\/[\w-]+\.css)$/;
const BRAND = /^public\/(brand\/.+)$/;
const SHARED = /^server\/(contract\/[^/]+|[^/]+\/([a-z-]+\/)?(contract|rules|([a-z-]+-)?schema))\.ts$/;

function preloads(outputs, path, seen = new Set()) {
  for (const { path: next, kind } of outputs[path].imports) {
    if (kind !== 'import-statement' || seen.has(next) || !outputs[next]) continue;
    seen.add(next);
    preloads(outputs, next, seen);
  }
  return [...seen];
}

/** Folders of the islands in an entry's file: its own, and in the page's what the registry imports for every page. */
function islandsOf(inputs, path) {
  const own = ISLAND.exec(path)?.[1];
  if (own) return [own];
  const imported = (inputs[path]?.imports ?? []).filter(({ kind }) => kind === 'import-statement');
  return imported.flatMap((found) =>
    found.path === REGISTRY
      ? islandsOf(inputs, REGISTRY)
      : path === REGISTRY
        ? (ISLAND.exec(found.path)?.[1] ?? [])
        : [],
  );
}

// `assets`: address by plain name (`index.js`, `brand/logo.svg`). `islands`: per element folder the island's script,
// then every chunk that it imports. `entry`: the same for index.js.
export function manifest(metafile, addressOf) {
  const assets = {};
  const islands = {};
  let entry = [];
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (!entryPoint) continue;
    const scripts = [path, ...preloads(metafile.outputs, path)].map(addressOf);
    for (const island of islandsOf(metafile.inputs, entryPoint)) islands[island] = scripts;
    if (NAMED.test(entryPoint)) assets[basename(entryPoint).replace(/\.tsx?$/, '.js')] = scripts[0];
    const picture = BRAND.exec(entryPoint)?.[1];
    if (picture) assets[picture] = scripts[0];
    if (entryPoint === 'islands/index.ts') entry = scripts;
  }
  return { assets, entry, islands };
}

/** Throws where a server file other than contracts, rules and schemas would reach the browser. */
export function keepServerOut(metafile) {
  const leaks = Object.entries(metafile.inputs).flatMap(([path, { imports }]) =>
    imports
      .filter((found) => /^(server|db|test)\//.test(found.path) && !SHARED.test(found.path))
      .map((found) => `  ${path} imports ${found.path}`),
  );
  if (leaks.length > 0)
    throw new Error(`Only contracts, rules and schemas may reach the browser:\n${leaks.join('\n')}`);
}
