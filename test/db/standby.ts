import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VERSIONS = '/usr/lib/postgresql';

/** Debian's, as the embedded package has no `pg_basebackup`; null where it is not installed. */
export function findPrograms(): string | null {
  if (!existsSync(VERSIONS)) return null;
  const newest = readdirSync(VERSIONS).sort((one, other) => Number(other) - Number(one))[0];
  const folder = join(VERSIONS, newest ?? '', 'bin');
  return existsSync(join(folder, 'pg_basebackup')) && sharedFolder() ? folder : null;
}

/** PostgreSQL refuses to run as root. */
function otherUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** One that the other user may enter, as the temporary folder of a build may be private. */
const sharedFolder = () =>
  [tmpdir(), '/tmp'].find((folder) => spawnSync('test', ['-x', folder], otherUser()).status === 0);

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
wal_level = replica
hot_standby = on
fsync = off
`;

export interface ReplicatedServers {
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  stopStandby(): void;
  startStandby(): void;
  stop(): void;
}

export async function startReplicated(programs: string): Promise<ReplicatedServers> {
  const folder = mkdtempSync(join(sharedFolder() ?? tmpdir(), 'lotwise-standby-'));
  const user = otherUser();
  if (user.uid && user.gid) chownSync(folder, user.uid, user.gid);
  const dirs = { primary: join(folder, 'primary'), standby: join(folder, 'standby') };
  const ports = { primary: await freePort(), standby: await freePort() };
  function run(program: string, ...args: string[]) {
    const command = join(programs, program);
    const done = spawnSync(command, args, { ...user, cwd: '/', encoding: 'utf8', timeout: 60_000 });
    if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr}${done.stdout}`);
  }
  const configure = (dir: string, text: string) => appendFileSync(join(dir, 'postgresql.conf'), text);
  const start = (dir: string) => run('pg_ctl', '-D', dir, '-l', `${dir}.log`, '-w', 'start');
  const halt = (dir: string) => run('pg_ctl', '-D', dir, '-m', 'immediate', '-w', 'stop');
  const urlOf = (port: number) => `postgres://lotwise@127.0.0.1:${port}/postgres`;
  run('initdb', '-D', dirs.primary, '-U', 'lotwise', '-A', 'trust', '-E', 'UTF8');
  configure(dirs.primary, `${SETTINGS}port = ${ports.primary}\n`);
  start(dirs.primary);
  run('pg_basebackup', '-D', dirs.standby, '-d', urlOf(ports.primary), '-R', '-X', 'stream', '-c', 'fast');
  configure(dirs.standby, `port = ${ports.standby}\n`);
  start(dirs.standby);
  return {
    primaryUrl: urlOf(ports.primary),
    standbyUrl: urlOf(ports.standby),
    stopStandby: () => halt(dirs.standby),
    startStandby: () => start(dirs.standby),
    stop() {
      for (const dir of [dirs.standby, dirs.primary]) if (existsSync(join(dir, 'postmaster.pid'))) halt(dir);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
