import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The project, whatever was built of it last. */
export const projectRoot = join(__dirname, '../..');

const folder = join(projectRoot, 'tmp/development');

function link(from: string, to: string) {
  try {
    symlinkSync(from, to);
  } catch (error) {
    // Another test was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const build = (...which: string[]) =>
  execFileSync(process.execPath, [join(projectRoot, 'esbuild.config.mjs'), '--if-stale', ...which]);

/** The project as visitors get it, built of the sources that stand there now. */
export function productionBuild(): string {
  build();
  return projectRoot;
}

let ready = false;

/** The project with islands that have React's warnings in them. */
export function developmentBuild(): string {
  if (ready) return folder;
  // The server renders what it then has to be answered by.
  build();
  build('--development');
  mkdirSync(join(folder, 'public'), { recursive: true });
  for (const name of ['dist', 'views', 'package.json']) link(join(projectRoot, name), join(folder, name));
  for (const name of readdirSync(join(projectRoot, 'public')))
    link(join(projectRoot, name === 'build' ? 'tmp' : 'public', name), join(folder, 'public', name));
  ready = true;
  return folder;
}
