// HAProxy before the servers, with a health check that says which of them is the primary (in Patroni's place).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { freePort } from '../faults/process.mjs';

const isPrimary = (node) => node.value('select not pg_is_in_recovery()').catch(() => false);

/** `GET /primary` is 200 while the server is the primary. */
async function startResponder(node) {
  const server = createServer(async (_req, res) => res.writeHead((await isPrimary(node)) ? 200 : 503).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return server.address().port;
}

export async function startProxy(folder, nodes) {
  const port = await freePort();
  const lines = await Promise.all(
    nodes.map(
      async (node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${await startResponder(node)}`,
    ),
  );
  const file = join(folder, 'proxy/haproxy.cfg');
  writeFileSync(
    file,
    `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${lines.join('\n')}
`,
  );
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  return {
    url: (database) => `postgres://lotwise:unused@127.0.0.1:${port}/${database}`,
    stop: () => child.kill('SIGKILL'),
  };
}

export function startRedis(port) {
  const child = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  });
  return { kill: () => child.kill('SIGKILL'), ended: once(child, 'exit') };
}
