import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface RedisServer {
  readonly port: number;
  stop(): Promise<void>;
}

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(port: number) {
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

export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), 'redis-'));
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', dir];
  const child: ChildProcess = spawn('redis-server', options, { stdio: 'ignore' });
  while (!(await answers(port))) await delay(20);
  return {
    port,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Splits off complete commands (arrays of bulk strings); returns them and the remainder. */
function readCommands(bytes: Buffer): { commands: string[][]; rest: Buffer } {
  const commands: string[][] = [];
  let at = 0;
  const line = () => {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return null;
    const text = bytes.toString('latin1', at + 1, end);
    at = end + 2;
    return Number(text);
  };
  for (;;) {
    const start = at;
    const parts: string[] = [];
    const count = line();
    for (let index = 0; count !== null && index < count; index++) {
      const length = line();
      if (length === null || at + length + 2 > bytes.length) break;
      parts.push(bytes.toString('utf8', at, at + length));
      at += length + 2;
    }
    if (count === null || parts.length < count) return { commands, rest: bytes.subarray(start) };
    commands.push(parts);
  }
}

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

/** A stand-in for machines without Redis: publish and subscribe for the real client. */
export async function startRedisStandIn(): Promise<RedisServer> {
  const subscribers = new Map<Socket, Set<string>>();
  const names = new Map<Socket, { readonly id: number; name: string }>();
  let lastId = 0;
  const client = (socket: Socket, [about = '', name = '']: readonly string[]) => {
    const own = names.get(socket);
    if (about.toUpperCase() === 'SETNAME' && own) own.name = name;
    if (about.toUpperCase() === 'ID') return `:${own?.id}\r\n`;
    if (about.toUpperCase() !== 'LIST') return '+OK\r\n';
    return bulk([...names.values()].map(({ id, name }) => `id=${id} addr=any name=${name} age=0\n`).join(''));
  };
  const publish = (channel = '', text = '') => {
    const readers = [...subscribers].filter(([, channels]) => channels.has(channel));
    for (const [socket] of readers) socket.write(`*3\r\n${bulk('message')}${bulk(channel)}${bulk(text)}`);
    return `:${readers.length}\r\n`;
  };
  const subscribe = (socket: Socket, channels: readonly string[]) => {
    const mine = subscribers.get(socket) ?? new Set();
    return channels
      .map((channel) => `*3\r\n${bulk('subscribe')}${bulk(channel)}:${mine.add(channel).size}\r\n`)
      .join('');
  };
  const answer = (socket: Socket, [name = '', ...rest]: readonly string[]) => {
    switch (name.toUpperCase()) {
      case 'PUBLISH':
        return publish(...rest);
      case 'SUBSCRIBE':
        return subscribe(socket, rest);
      case 'INFO':
        return bulk('redis_version:7.0.0\r\nloading:0\r\n');
      case 'PING':
        return subscribers.get(socket)?.size ? `*2\r\n${bulk('pong')}${bulk('')}` : '+PONG\r\n';
      case 'CLIENT':
        return client(socket, rest);
      default:
        return `-ERR unknown command '${name}'\r\n`;
    }
  };
  const server = createServer((socket) => {
    let bytes: Buffer = Buffer.alloc(0);
    subscribers.set(socket, new Set());
    names.set(socket, { id: ++lastId, name: '' });
    socket
      .on('error', () => socket.destroy())
      .on('close', () => {
        subscribers.delete(socket);
        names.delete(socket);
      });
    socket.on('data', (data: Buffer) => {
      const { commands, rest } = readCommands(Buffer.concat([bytes, data]));
      bytes = rest;
      for (const command of commands) socket.write(answer(socket, command));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of subscribers.keys()) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
