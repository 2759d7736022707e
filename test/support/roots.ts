import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

export const projectRoot = join(__dirname, '../..');

const folder = join(projectRoot, 'tmp/development');

function link(from: string, to: string) {
  try {
    symlinkSync(from, to);
  } catch (error) {
    // Another worker has linked it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function build(...options: string[]) {
  if (process.env.TEST_BUILD_READY) return;
  execFileSync(process.execPath, [join(projectRoot, 'esbuild.config.mjs'), '--if-stale', ...options]);
}

/** Builds the production islands if a source has changed. */
export function productionBuild(): string {
  build();
  return projectRoot;
}

let ready = false;

/** Returns a project root whose islands contain React's development warnings. */
export function developmentBuild(): string {
  if (ready) return folder;
  build();
  build('--development');
  mkdirSync(join(folder, 'public'), { recursive: true });
  for (const name of ['dist', 'views', 'package.json']) link(join(projectRoot, name), join(folder, name));
  for (const name of readdirSync(join(projectRoot, 'public')))
    link(join(projectRoot, name === 'build' ? 'tmp' : 'public', name), join(folder, 'public', name));
  ready = true;
  return folder;
}
