import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

/** It refuses to run as root. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function accepts(port) {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export async function startPgBouncer(serverUrl, givenPort) {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const port = givenPort ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=${username} password=${decodeURIComponent(password)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'auth_type = any',
    'unix_socket_dir =',
    'pool_mode = transaction',
    'default_pool_size = 20',
    'max_client_conn = 1000',
    'server_idle_timeout = 1',
    'server_login_retry = 1',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  // As a descriptor: the other user may not be allowed into the temporary folder.
  const stdio = ['ignore', 'ignore', 'inherit', openSync(file)];
  const child = spawn('pgbouncer', ['--quiet', '/dev/fd/3'], { ...OTHER_USER, stdio });
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
    await pause(20);
  }
  return {
    port,

    before: (databaseUrl) => Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** For suites, which cannot import this: `node pgbouncer.mjs URL` prints the port. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const pooler = await startPgBouncer(process.argv[2]);
  process.on('SIGTERM', () => pooler.stop().then(() => process.exit(0)));
  console.log(`port ${pooler.port}`);
}
