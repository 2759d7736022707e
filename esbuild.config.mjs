import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { locked } from './server/boot/file-lock.mjs';
import { keepServerOut, manifest } from './server/build/manifest.mjs';
import { compress, put, sweep } from './server/build/outputs.mjs';
import { reactAsModules } from './server/build/react-esm.mjs';
import { sharedModules, shareModules } from './server/build/shared-modules.mjs';
import { sourceHash } from './server/build/source-hash.mjs';

const root = dirname(fileURLToPath(import.meta.url));
const SOURCES = [
  'server',
  'db',
  'islands',
  'public/stylesheets',
  'public/fonts',
  'public/brand',
  'esbuild.config.mjs',
  'package-lock.json',
];

const processes = {
  all: 'server/process/entries/all.ts',
  web: 'server/process/entries/web.ts',
  worker: 'server/process/entries/worker.ts',
  release: 'server/process/entries/release.ts',
  command: 'server/process/entries/command.ts',
  images: 'server/process/entries/images.ts',
  'csv-thread': 'server/process/entries/csv-thread.ts',
  'want-thread': 'server/process/entries/want-thread.ts',
  'pdf-thread': 'server/process/entries/pdf-thread.ts',
};

const ENTRY = 'islands/index.ts';

const PICTURE = /\.(ico|png|svg|webp)$/;

/** Copied under hashed names, which may be cached for good. */
function brand() {
  const folder = join(root, 'public/brand');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .filter((name) => PICTURE.test(name))
    .map((name) => join('public/brand', name));
}

const here = (paths) => paths.filter((path) => existsSync(join(root, path)));
const entries = Object.entries(processes).map(([out, path]) => ({ in: path, out }));

/** Names and lines for stack traces. Without the sources themselves, which every process would keep in memory. */
const mapped = { sourcemap: true, sourcesContent: false };

/** The server: every process its own entry, what they share in chunks, packages left in node_modules. */
const server = () => ({
  entryPoints: entries.filter((entry) => existsSync(join(root, entry.in))),
  outdir: 'dist',
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  packages: 'external',
  splitting: true,
  ...mapped,
  chunkNames: 'chunks/[name]-[hash]',
});

/**
 * The islands for the server, which renders them: all in one file, with React as it is delivered. Its development
 * build takes ten times as long, and would be what a start without NODE_ENV gets.
 */
const rendered = () => ({
  entryPoints: here(['islands/server.ts']),
  outfile: 'dist/islands.cjs',
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  define: { 'process.env.NODE_ENV': '"production"' },
  loader: { '.css': 'empty' },
  jsx: 'automatic',
  minify: true,
  ...mapped,
});

const browser = (development) => ({
  entryPoints: here([
    ENTRY,
    'public/stylesheets/application.css',
    'public/stylesheets/home.css',
    'public/stylesheets/trading.css',
    'public/stylesheets/fulfillment.css',
    'public/stylesheets/selling.css',
    'public/stylesheets/analytics.css',
    'public/stylesheets/want-list.css',
    'public/stylesheets/staff.css',
    'public/stylesheets/api-docs.css',
    ...brand(),
  ]),
  outdir: development ? 'tmp/build' : 'public/build',
  platform: 'browser',
  target: ['chrome109', 'firefox115', 'safari16.4'],
  format: 'esm',
  splitting: true,
  // Names are for reading React's warnings.
  minifyWhitespace: true,
  minifySyntax: true,
  minifyIdentifiers: !development,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  jsx: 'automatic',
  jsxDev: development,
  plugins: development ? [] : [reactAsModules],
  define: { 'process.env.NODE_ENV': development ? '"development"' : '"production"' },
  alias: {
    // Both names lead to one cable consumer (turbo-rails imports the sources, ours the package).
    '@rails/actioncable/src': '@rails/actioncable',
    'hoist-non-react-statics': './islands/forms/without-statics.ts',
  },
  // Addresses below our own public folder stay as they are written.
  external: ['/images/*', '/fonts/*', '/brand/*', '/demo/*', '/build/*'],
  loader: {
    '.woff2': 'file',
    '.woff': 'file',
    '.ico': 'copy',
    '.png': 'copy',
    '.svg': 'copy',
    '.webp': 'copy',
  },
});

async function run(options) {
  if (options.entryPoints.length === 0) return { outputFiles: [], metafile: { inputs: {}, outputs: {} } };
  const { build } = await import('esbuild');
  const shared = { absWorkingDir: root, bundle: true, metafile: true, write: false, logLevel: 'warning' };
  return build({ ...shared, legalComments: 'none', ...options });
}

function place(files) {
  // Chunks before the entries that import them.
  const order = files.toSorted((a, b) => Number(isEntry(a.path)) - Number(isEntry(b.path)));
  for (const { path, contents } of order) put(path, contents);
  return files.map(({ path }) => path);
}

const isEntry = (path) => basename(path, '.js') in processes;

/** Builds everything; `development` gives the browser's half alone, with React's warnings in it, in tmp/build. */
export async function buildAll({ development = false } = {}) {
  const options = browser(development);
  // Bundled once to know what imports what, then with the shared modules put together.
  const { metafile: graph } = await run({ ...options, entryPoints: here([ENTRY]), plugins: [] });
  options.plugins.push(shareModules(root, sharedModules(graph, ENTRY)));
  const others = development ? [] : [rendered(), server()];
  const [forBrowser, ...forServer] = await Promise.all([options, ...others].map(run));
  for (const { metafile } of [forBrowser, ...forServer.slice(0, 1)]) keepServerOut(metafile);
  const folder = join(root, options.outdir);
  const kept = [
    ...place(forBrowser.outputFiles),
    ...forServer.flatMap(({ outputFiles }) => place(outputFiles)),
  ];
  kept.push(...(await compress(forBrowser.outputFiles, development ? 4 : 11)));
  const addressOf = (path) => `/build/${relative(options.outdir, path)}`;
  const index = join(folder, 'manifest.json');
  put(index, `${JSON.stringify(manifest(forBrowser.metafile, addressOf), null, 2)}\n`);
  const all = new Set([...kept, index, join(root, 'dist/.built')]);
  for (const used of development ? [folder] : [folder, join(root, 'dist')])
    if (existsSync(used)) sweep(used, all);
}

/** Builds if a source has changed since the last build; answers whether it had to. */
export async function buildIfStale({ development = false } = {}) {
  const stamp = join(root, development ? 'tmp/build/.built' : 'dist/.built');
  const index = join(root, browser(development).outdir, 'manifest.json');
  const fresh = (state) => existsSync(index) && existsSync(stamp) && readFileSync(stamp, 'utf8') === state;
  if (fresh(sourceHash(root, SOURCES))) return false;
  return locked(join(root, 'tmp/build.lock'), async () => {
    const state = sourceHash(root, SOURCES);
    if (fresh(state)) return false;
    await buildAll({ development });
    put(stamp, state);
    return true;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const development = process.argv.includes('--development');
  await (process.argv.includes('--if-stale') ? buildIfStale({ development }) : buildAll({ development }));
}
