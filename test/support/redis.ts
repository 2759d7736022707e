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

const bulk = (text: string | null) =>
  text === null ? '$-1\r\n' : `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

const list = (items: readonly string[]) => `*${items.length}\r\n${items.join('')}`;

type Publish = (channel: string, text: string) => unknown;

/** What the script of `redis-history.ts` does in Redis: counts, keeps and publishes. A real Redis runs the script itself. */
class StandInHistory {
  readonly #senders = new Map<string, number>();
  readonly #counts = new Map<string, { epoch: string; offset: number; at: string }>();
  readonly #messages = new Map<string, { readonly id: string; readonly fields: readonly string[] }[]>();

  send(
    publish: Publish,
    [channel = '', sender = '', number = '', epoch = '', body = '', ...entries]: string[],
  ) {
    if (Number(number) <= (this.#senders.get(sender) ?? 0)) return ':0\r\n';
    this.#senders.set(sender, Number(number));
    const at = String(Date.now() / 1_000);
    const positions: string[] = [];
    for (let index = 0; index < entries.length; index += 3) {
      const [place = '', stream = '', json = ''] = entries.slice(index);
      const count = this.#counts.get(`cable:count:${stream}`) ?? { epoch, offset: 0, at };
      const { offset } = Object.assign(count, { offset: count.offset + 1, at });
      this.#counts.set(`cable:count:${stream}`, count);
      const fields = ['epoch', count.epoch, 'at', at, 'json', json];
      const messages = this.#messages.get(`cable:messages:${stream}`) ?? [];
      this.#messages.set(
        `cable:messages:${stream}`,
        [...messages, { id: `${offset}-0`, fields }].slice(-100),
      );
      positions.push(`[${place},"${count.epoch}",${offset}]`);
    }
    publish(channel, `${sender} ${number}\n"action_cable/positions"\n[${positions.join(',')}]\n${body}`);
    return ':1\r\n';
  }

  count(key = '') {
    const { epoch, offset, at } = this.#counts.get(key) ?? {};
    return list([bulk(epoch ?? null), bulk(offset === undefined ? null : String(offset)), bulk(at ?? null)]);
  }

  range(key = '', from = '-') {
    const messages = this.#messages.get(key) ?? [];
    const found = messages.filter(
      ({ id }) => from === '-' || Number.parseInt(id, 10) >= Number.parseInt(from, 10),
    );
    return list(found.map(({ id, fields }) => list([bulk(id), list(fields.map(bulk))])));
  }

  delete(keys: readonly string[]) {
    for (const key of keys) {
      this.#counts.delete(key);
      this.#messages.delete(key);
    }
    return `:${keys.length}\r\n`;
  }
}

/** A stand-in for machines without Redis: publish, subscribe and history for the real client. */
export async function startRedisStandIn(): Promise<RedisServer> {
  const history = new StandInHistory();
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
      case 'EVAL':
        return history.send(publish, rest.slice(2));
      case 'HMGET':
        return history.count(...rest);
      case 'XRANGE':
        return history.range(...rest);
      case 'DEL':
        return history.delete(rest);
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
