import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that a server can be started from: the project, as visitors get it. */
export const deliveredRoot = join(__dirname, '../..');

const folder = join(deliveredRoot, 'tmp/development');

function link(from: string, to: string) {
  try {
    symlinkSync(from, to);
  } catch (error) {
    // Another test was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

let ready = false;

/** The project with islands that have React's warnings in them. */
export function developmentRoot(): string {
  if (ready) return folder;
  // The server renders what it then has to be answered by.
  for (const which of [[], ['--development']])
    execFileSync(process.execPath, [join(deliveredRoot, 'esbuild.config.mjs'), '--if-stale', ...which]);
  mkdirSync(join(folder, 'public'), { recursive: true });
  for (const name of ['dist', 'views', 'package.json']) link(join(deliveredRoot, name), join(folder, name));
  for (const name of readdirSync(join(deliveredRoot, 'public')))
    link(join(deliveredRoot, name === 'build' ? 'tmp' : 'public', name), join(folder, 'public', name));
  ready = true;
  return folder;
}
