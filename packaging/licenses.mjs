// npm run licenses: fails when a package that production installs has a license that is not on the list.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import satisfies from 'spdx-satisfies';

const root = fileURLToPath(new URL('..', import.meta.url));

/** sharp's library, under the LGPL, is linked dynamically. */
export const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'OFL-1.1',
  'MPL-2.0',
  'LGPL-3.0-or-later',
  'Python-2.0',
];

/** Older packages without the field, by the license file that they bring. */
const BY_FILE = {
  busboy: 'MIT',
  'passport-local': 'MIT',
  'passport-strategy': 'MIT',
  pause: 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
};

const isAllowed = (expression) => {
  try {
    return satisfies(expression, ALLOWED);
  } catch {
    return false;
  }
};

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The packages of production in a lock file, each with its license or null. */
export const packagesOf = ({ packages }) =>
  Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path, { version, license }]) => {
      const name = nameOf(path);
      return { name, version, license: license ?? BY_FILE[name] ?? null };
    });

export const refusedIn = (lock) =>
  packagesOf(lock).filter(({ license }) => license === null || !isAllowed(license));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const refused = refusedIn(lock);
  for (const { name, version, license } of refused)
    console.error(
      `${name} ${version}: ${license ?? 'no license'} is not on the list in packaging/licenses.mjs`,
    );
  if (refused.length === 0) console.log(`${packagesOf(lock).length} packages, all under listed licenses`);
  process.exitCode = refused.length > 0 ? 1 : 0;
}
