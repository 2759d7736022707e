import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries, give, launch } from './binaries.mjs';

export const pathsIn = (folder) => ({
  data: join(folder, 'postgres'),
  draft: join(folder, 'postgres.new'),
  password: join(folder, 'postgres.password'),
  log: join(folder, 'postgres.log'),
  lock: join(folder, 'postgres.lock'),
  users: join(folder, 'postgres.users'),
});

export async function create(at, user) {
  rmSync(at.draft, { recursive: true, force: true });
  mkdirSync(at.draft, { mode: 0o700 });
  give(at.draft, user);
  const password = randomBytes(24).toString('base64url');
  const draftPassword = `${at.password}.new`;
  writeFileSync(draftPassword, password, { mode: 0o600 });
  give(draftPassword, user);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const args = [
    '-D',
    at.draft,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${draftPassword}`,
    '--no-sync',
    ...locale,
  ];
  const initdb = launch(join(findBinaries(), 'initdb'), args, { user, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  initdb.stderr.on('data', (text) => {
    complaint += text;
  });
  const [code] = await once(initdb, 'close');
  if (code !== 0)
    throw new Error(`PostgreSQL could not lay out its data in ${at.data}:\n${complaint.trim()}`);
  // Renamed when complete: an interrupted start begins again.
  renameSync(draftPassword, at.password);
  give(at.password, user && { uid: 0, gid: 0 });
  chmodSync(at.password, 0o600);
  renameSync(at.draft, at.data);
}
