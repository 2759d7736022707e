import { cycles, folderNode, importGraph, importsOf, itself } from './measure/imports';
import { readSources } from './measure/source';
import { moduleState } from './measure/state';
import { vocabulary } from './measure/words';
import { projectRoot } from './support/roots';

const files = readSources(projectRoot, ['server', 'islands', 'db']);
const words = vocabulary(projectRoot);
const graph = (types: boolean, nodeOf: (path: string) => string | null) =>
  importGraph(projectRoot, files, { types, nodeOf });

/** State that no service carries, with the reason. `npm run measure -- state` lists the places. */
const MODULE_STATE: Record<string, string> = {
  'server/accounts/passwords/hash.ts: limitHashing':
    'the memory and cores that it protects are the process’s',
  'server/http/json-cache.ts: texts': 'the JSON of frozen lists, by identity: nothing can become stale',
  'server/mail/lines.ts: timesIn': 'a format per time zone of our list: nothing can become stale',
};

test('no file imports itself by way of others, types included', () => {
  expect(cycles(graph(true, itself))).toEqual([]);
});

test('no folder imports itself by way of others, types included', () => {
  expect(cycles(graph(true, folderNode))).toEqual([]);
});

test('the search is used through search.ts, its contract, rules and schema alone', () => {
  const internal = /^server\/search\/(?!(search|contract|rules|schema)\.ts$)/;
  const wrong = files
    .filter(({ path }) => !path.startsWith('server/search/'))
    .flatMap((file) =>
      importsOf(projectRoot, file).flatMap(({ to }) => (internal.test(to) ? [`${file.path} → ${to}`] : [])),
    );
  expect(wrong).toEqual([]);
});

test('names are terms of the field, and bounds are MAX_ or MIN_', () => {
  expect(words.names).toEqual([]);
  expect(words.capacities).toEqual([]);
});

test('comments cite what is in the repository', () => {
  expect(words.citations).toEqual([]);
});

test('what outlives a call is carried by services', () => {
  const state = files.filter(({ path }) => !path.startsWith('islands/')).flatMap(moduleState);
  expect(state).toEqual(Object.keys(MODULE_STATE));
});

test('what a page keeps for all its islands is in browser, live and runtime', () => {
  const state = files.filter(({ path }) => path.startsWith('islands/')).flatMap(moduleState);
  // The server's bundle holds the loaded components.
  expect(
    state.filter((path) => !/^islands\/(browser|live|runtime)\/|^islands\/server\.ts:/.test(path)),
  ).toEqual([]);
});

test('comments are plain', () => {
  expect(words.idioms).toEqual([]);
});
