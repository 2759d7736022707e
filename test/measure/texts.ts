import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSources, repositoryFiles } from './source';
import { sourceTexts } from './source-texts';
import { templateTexts } from './template-texts';

export interface ProductText {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** They print for operators, or hold no texts. */
const NOT_SHOWN =
  /^server\/(boot|build|config|embedded-postgres|logging|process)\/|common-passwords|\.d\.ts$/;

/** Every text that a user can read, by file and line; `{…}` stands for a value. */
export function productTexts(root: string): ProductText[] {
  const templates = repositoryFiles(root, /^views\/.*\.ejs$/).flatMap((path) =>
    templateTexts(readFileSync(join(root, path), 'utf8')).map((found) => ({ path, ...found })),
  );
  const sources = readSources(root, ['islands', 'server'])
    .filter(({ path }) => !NOT_SHOWN.test(path))
    .flatMap((source) => sourceTexts(source).map((found) => ({ path: source.path, ...found })));
  return [...templates, ...sources]
    .map((found) => ({ ...found, text: found.text.replace(/\s+/g, ' ').trim() }))
    .sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}
