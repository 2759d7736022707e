import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { functionLengths, percentile } from './functions';
import { cycles, folderNode, importGraph, itself } from './imports';
import { filesReached } from './reach';
import { readSources, repositoryFiles, type SourceFile } from './source';
import { moduleState } from './state';
import { commentShare, vocabulary } from './words';

/** Where five stories begin; a story's files are those that its calls lead to. */
const STORIES = [
  { name: 'accept an offer', folder: 'server/offers/', file: /acceptance\.ts$/, start: /^accept(Offer)?$/ },
  {
    name: 'search',
    folder: 'server/',
    file: /\/search\/search\.ts$/,
    start: /^(searchProducts|createIndexSearch)$/,
  },
  { name: 'update a product', folder: 'server/products/', file: /\/product\.ts$/, start: /^updateProduct$/ },
  { name: 'wizard', folder: 'islands/product-wizard/', file: /index\.tsx$/, start: /^ProductWizard$/ },
  {
    name: 'deliver a broadcast',
    folder: 'server/cable/',
    file: /\/(cable|server)\.ts$/,
    start: /^(attachCable|createCable)$/,
  },
];

function stories(root: string, files: readonly SourceFile[], counted: { contracts?: boolean } = {}) {
  return STORIES.map(({ name, folder, file, start }) => {
    const begins = files.filter(({ path }) => path.startsWith(folder) && file.test(path));
    const reached = begins.flatMap(({ path, text }) =>
      [...text.matchAll(/\bexport (?:default )?(?:async )?(?:function|const) (\w+)/g)]
        .filter(([, name = '']) => start.test(name))
        .flatMap(([, name = '']) => filesReached(root, files, { file: path, name }, counted)),
    );
    return { name, paths: [...new Set(reached)].sort() };
  });
}

function largestFolder(root: string) {
  const counts = new Map<string, number>();
  for (const path of repositoryFiles(root, /^(server|islands|db)\/.*\.(tsx?|mjs|mts)$/)) {
    const folder = dirname(path);
    if (!/^db\/(migrations|seeds)/.test(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0] ?? ['', 0];
}

function lengthsOf(files: readonly SourceFile[]) {
  const lengths = files.flatMap(functionLengths).map(({ lines }) => lines);
  return [0.9, 0.95, 1].map((share) => percentile(lengths, share)).join(' / ');
}

/** The rows of the table: what is measured, its value, the target. */
export function report(root: string): [string, string, string][] {
  const files = readSources(root, ['server', 'islands', 'db']);
  const below = (folder: string) => files.filter(({ path }) => path.startsWith(folder));
  const count = (types: boolean, nodeOf: (path: string) => string | null) =>
    cycles(importGraph(root, files, { types, nodeOf })).length;
  const words = vocabulary(root);
  const [folder, largest] = largestFolder(root);
  const state = [...below('server/'), ...below('db/')].flatMap(moduleState);
  const readme = readFileSync(join(root, 'README.md'), 'utf8').split(/\s+/).length;
  const texts = (path: string) => below(path).map(({ text }) => text);
  const sizes = (path: string) => below(path).map(({ text }) => text.split('\n').length - 1);
  return [
    [
      `files reached: ${STORIES.map(({ name }) => name).join(' · ')}`,
      stories(root, files)
        .map(({ paths }) => paths.length)
        .join(' · '),
      '12 · 16 · 14 · 25 · 15; at be4b41e 17 · 24 · 20 · 41 · 23',
    ],
    [
      'the same with contracts, as the plan counted them first',
      stories(root, files, { contracts: true })
        .map(({ paths }) => paths.length)
        .join(' · '),
      'none; at be4b41e 20 · 28 · 26 · 55 · 23',
    ],
    [
      'import cycles: files by value · with types · folders by value · with types',
      [count(false, itself), count(true, itself), count(false, folderNode), count(true, folderNode)].join(
        ' · ',
      ),
      '0 · 0 · 0 · 0',
    ],
    ['files per folder, maximum', `${largest} (${folder})`, '25'],
    ['module-level state in server/ and db/', String(state.length), '3'],
    [
      'replaced names · MOST_/LEAST_ · idiom in comments · citations',
      [words.names, words.capacities, words.idioms, words.citations].map(({ length }) => length).join(' · '),
      '0 · 0 · 0 · 0',
    ],
    [
      'comment lines, percent: server · islands · db',
      ['server/', 'islands/', 'db/'].map((path) => commentShare(texts(path)).toFixed(1)).join(' · '),
      '2–4',
    ],
    ['lines per function, server: p90 / p95 / max', lengthsOf(below('server/')), '12 / 20 / 60'],
    ['lines per function, islands: p90 / p95 / max', lengthsOf(below('islands/')), '22 / 40 / 80'],
    [
      'lines per file, p50 / p90 / max: server · islands',
      ['server/', 'islands/']
        .map((path) => [0.5, 0.9, 1].map((share) => percentile(sizes(path), share)).join(' / '))
        .join(' · '),
      '≤ 200',
    ],
    ['README, words', String(readme), '1200'],
  ];
}

/** What each figure counts, for those who want to lower it. */
export function details(root: string, what: string): readonly string[] {
  const files = readSources(root, ['server', 'islands', 'db']);
  const words = vocabulary(root);
  const lists: Record<string, () => readonly string[]> = {
    state: () => files.filter(({ path }) => !path.startsWith('islands/')).flatMap(moduleState),
    names: () => words.names,
    capacities: () => words.capacities,
    idioms: () => words.idioms,
    citations: () => words.citations,
    cycles: () =>
      [itself, folderNode].flatMap((nodeOf) =>
        [false, true].flatMap((types) =>
          cycles(importGraph(root, files, { types, nodeOf })).map(
            (group) => `${types ? 'types' : 'value'}: ${group.join(' ↔ ')}`,
          ),
        ),
      ),
    stories: () => stories(root, files).flatMap(({ name, paths }) => [`${name}: ${paths.length}`, ...paths]),
    comments: () =>
      [...new Set(files.map(({ path }) => dirname(path)))].map((folder) => {
        const own = files.filter(({ path }) => dirname(path) === folder);
        return `${commentShare(own.map(({ text }) => text)).toFixed(1)} ${folder}`;
      }),
    functions: () =>
      files
        .flatMap(functionLengths)
        .filter(({ lines }) => lines > 12)
        .sort((a, b) => b.lines - a.lines)
        .map(({ path, line, lines }) => `${lines} ${path}:${line}`),
  };
  return lists[what]?.() ?? [`Choose one of: ${Object.keys(lists).join(', ')}`];
}
