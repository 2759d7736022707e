// PostgreSQL servers of Debian's package: a primary that waits for any one of its standbys.
import { spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../faults/process.mjs';

const VERSIONS = '/usr/lib/postgresql';

/** The folder of the newest version's programs; null where none is installed. */
export function postgresPrograms() {
  if (!existsSync(VERSIONS)) return null;
  const newest = readdirSync(VERSIONS).sort((one, other) => Number(other) - Number(one))[0];
  const folder = newest && join(VERSIONS, newest, 'bin');
  return folder && existsSync(join(folder, 'pg_rewind')) ? folder : null;
}

/** It refuses to run as root. */
function otherUser() {
  if (process.getuid?.() !== 0) return {};
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** A folder that the other user may enter, as the temporary one may be private. */
export const sharedFolder = () =>
  [tmpdir(), '/tmp'].find((folder) => spawnSync('test', ['-x', folder], otherUser()).status === 0) ??
  tmpdir();

const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
wal_level = replica
wal_log_hints = on
wal_keep_size = 512MB
max_connections = 200
hot_standby = on
synchronous_commit = on
synchronous_standby_names = 'ANY 1 (a, b, c)'
`;

class Node {
  constructor(folder, name, port) {
    Object.assign(this, { name, port, dir: join(folder, name), log: join(folder, `${name}.log`) });
    this.user = otherUser();
    process.on('exit', () => this.stop());
  }

  url(database = 'postgres') {
    return `postgres://lotwise:unused@127.0.0.1:${this.port}/${database}`;
  }

  run(program, args) {
    const { status, stderr, stdout } = spawnSync(join(postgresPrograms(), program), args, {
      ...this.user,
      cwd: '/',
      encoding: 'utf8',
      timeout: 120_000,
    });
    if (status !== 0) throw new Error(`${program} of ${this.name} failed: ${stderr}${stdout}`);
  }

  configure(text) {
    appendFileSync(join(this.dir, 'postgresql.conf'), text);
  }

  start() {
    this.run('pg_ctl', ['-D', this.dir, '-l', this.log, '-w', '-t', '60', 'start']);
  }

  /** At once, with all its backends, like a machine that lost its power. */
  kill() {
    const [pid] = readFileSync(join(this.dir, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(-Number(pid), 'SIGKILL');
  }

  stop() {
    if (existsSync(join(this.dir, 'postmaster.pid')))
      try {
        this.run('pg_ctl', ['-D', this.dir, '-m', 'immediate', '-w', 'stop']);
      } catch {}
  }

  async query(text, database) {
    const client = new pg.Client({ connectionString: this.url(database), connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    await client.connect();
    return client.query(text).finally(() => client.end());
  }

  async value(text) {
    return Object.values((await this.query(text)).rows[0])[0];
  }

  copyOf(primary) {
    const from = `host=127.0.0.1 port=${primary.port} user=lotwise application_name=${this.name}`;
    this.run('pg_basebackup', ['-D', this.dir, '-d', from, '-R', '-X', 'stream', '-c', 'fast']);
    this.configure(`port = ${this.port}\n`);
  }

  /** Follows another primary from now on. */
  async follow(primary) {
    const from = `host=127.0.0.1 port=${primary.port} user=lotwise application_name=${this.name}`;
    await this.query(`alter system set primary_conninfo = '${from}'`);
    await this.query('select pg_reload_conf()');
  }

  /** After it was killed: takes back what only it has, and comes back as a standby. */
  rejoin(primary) {
    const server = `host=127.0.0.1 port=${primary.port} user=lotwise dbname=postgres`;
    this.run('pg_rewind', ['-D', this.dir, `--source-server=${server}`, '-R']);
    this.configure(`port = ${this.port}\n`);
    appendFileSync(
      join(this.dir, 'postgresql.auto.conf'),
      `primary_conninfo = '${server} application_name=${this.name}'\n`,
    );
    this.start();
  }
}

/** A primary `a` with the standbys `b` and `c`, running. */
export async function startNodes(folder) {
  const [a, b, c] = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => new Node(folder, name, await freePort())),
  );
  if (a.user.uid) chownSync(folder, a.user.uid, a.user.gid);
  mkdirSync(join(folder, 'proxy'));
  a.run('initdb', ['-D', a.dir, '-U', 'lotwise', '-A', 'trust', '-E', 'UTF8']);
  a.configure(`${SETTINGS}port = ${a.port}\n`);
  // Without a standby nothing could be written yet.
  a.configure(`synchronous_standby_names = ''\n`);
  a.start();
  for (const standby of [b, c]) {
    standby.copyOf(a);
    standby.configure(`synchronous_standby_names = 'ANY 1 (a, b, c)'\n`);
    standby.start();
  }
  a.configure(`synchronous_standby_names = 'ANY 1 (a, b, c)'\n`);
  await a.query('select pg_reload_conf()');
  await a.query('create database lotwise');
  // PgBouncer lets no session settings through.
  await a.query(`alter role lotwise set idle_in_transaction_session_timeout = '15s'`);
  return { primary: a, standbys: [b, c], all: [a, b, c] };
}

/** The standby that has received most: an acknowledged commit is on it. */
export async function promoteMostAdvanced(standbys) {
  const received = await Promise.all(
    standbys.map((node) => node.value(`select pg_last_wal_receive_lsn() - '0/0'::pg_lsn`)),
  );
  const chosen = standbys[Number(received[1]) > Number(received[0]) ? 1 : 0];
  chosen.run('pg_ctl', ['-D', chosen.dir, '-w', 'promote']);
  for (const other of standbys) if (other !== chosen) await other.follow(chosen);
  return chosen;
}
