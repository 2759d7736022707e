import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { adapters, type Consumer, createConsumer } from '@rails/actioncable';
import { type ClientOptions, WebSocket } from 'ws';
import type { ConnectionLike } from '../../islands/live/reconnect';
import type { Identity } from '../../server/cable/channel';
import type { Clock } from '../../server/cable/clock';
import type { FanoutListener } from '../../server/cable/fanout/fanout';
import { localFanout } from '../../server/cable/fanout/in-process';
import { answerPlainHttp } from '../../server/cable/handshake';
import { toJson } from '../../server/cable/protocol';
import { attachCable, type CableServer, type CableServerOptions } from '../../server/cable/server';
import { identifyByAddress, notesChannel, secretKeyBase, silent } from './cable-basics';

export { notesChannel, secretKeyBase, silent } from './cable-basics';

export interface TestCable {
  readonly cable: CableServer<Identity>;
  readonly server: Server;
  /** Also the allowed origin. */
  readonly origin: string;
  address(user?: number, session?: string): string;
  broadcast(stream: string, message: unknown): Promise<void>;
  gap(): void;
  /** Holds the answers of the history back until the returned function is called. */
  delayHistory(): () => void;
  stop(): Promise<void>;
}

/** Starts the live channel alone, with a fan-out within the process. */
export async function startCable(options: Partial<CableServerOptions<Identity>> = {}): Promise<TestCable> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/cable')) answerPlainHttp(request, response);
    else response.end(`answered ${request.url}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const fanout = localFanout();
  const listeners = new Set<FanoutListener>();
  let delayed = Promise.resolve();
  const cable = attachCable(server, {
    identify: identifyByAddress,
    channels: [notesChannel],
    allowedOrigins: [],
    appUrl: 'https://shop.example.com',
    trustProxy: 0,
    secretKeyBase,
    log: silent,
    cable: {
      broadcast: async () => undefined,
      readHistory: (requests) => delayed.then(() => fanout.readHistory(requests)),
      addListener(listener) {
        listeners.add(listener);
        void fanout.listen(listener);
        return () => void listeners.delete(listener);
      },
    },
    ...options,
  });
  return {
    cable,
    server,
    origin,
    address: (user = 1, session) =>
      `ws://127.0.0.1:${port}/cable?user=${user}${session ? `&session=${session}` : ''}`,
    broadcast: (stream, message) => fanout.publish(stream, toJson(message), { isKept: true }),
    gap() {
      for (const listener of listeners) listener.gap();
    },
    delayHistory() {
      let answer: () => void = () => undefined;
      delayed = new Promise((resolve) => {
        answer = resolve;
      });
      return () => answer();
    },
    async stop() {
      await cable.close({ spreadMs: 0 });
      server.closeAllConnections();
      server.close();
    },
  };
}

export type CableFrame = Readonly<Record<string, unknown>>;

const PATIENCE_MS = 5_000;

const soon = <T>(promise: Promise<T>, what: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited in vain for ${what}`)), PATIENCE_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

/** A websocket that records frames and can send malformed ones. */
export class RawSocket {
  readonly socket: WebSocket;
  readonly texts: string[] = [];
  readonly #closed: Promise<number>;
  #read = 0;
  #wake: () => void = () => undefined;
  #ponged: () => void = () => undefined;

  constructor(address: string, options: ClientOptions & { readonly protocols?: readonly string[] } = {}) {
    const { protocols = ['actioncable-v1-json'], ...rest } = options;
    const origin = new URL(address).origin.replace(/^ws/, 'http');
    this.socket = new WebSocket(address, [...protocols], { origin, perMessageDeflate: false, ...rest });
    this.socket.on('message', (data) => {
      this.texts.push(String(data));
      this.#wake();
    });
    this.#closed = new Promise((resolve) => this.socket.on('close', resolve));
    this.socket.on('pong', () => this.#ponged()).on('close', () => this.#ponged());
    this.socket.on('error', () => undefined);
  }

  get closed() {
    return soon(this.#closed, 'the socket to be closed');
  }

  /** Resolves when the server has handled everything sent so far, or when the socket is closed. */
  async roundTrip() {
    if (this.socket.readyState !== this.socket.OPEN) return;
    const answered = new Promise<void>((resolve) => {
      this.#ponged = resolve;
    });
    this.socket.ping();
    await soon(answered, 'a pong');
  }

  async opened() {
    await soon(once(this.socket, 'open'), 'the socket to open');
    return this;
  }

  async next(): Promise<CableFrame> {
    for (;;) {
      while (this.#read < this.texts.length) {
        const frame = JSON.parse(this.texts[this.#read++] ?? '') as CableFrame;
        if (frame.type !== 'ping') return frame;
      }
      await soon(
        new Promise<void>((resolve) => (this.#wake = resolve)),
        `a frame after ${this.texts.at(-1)}`,
      );
    }
  }

  async take(count: number): Promise<CableFrame[]> {
    const frames: CableFrame[] = [];
    while (frames.length < count) frames.push(await this.next());
    return frames;
  }

  send(command: unknown) {
    this.socket.send(typeof command === 'string' ? command : JSON.stringify(command));
  }

  subscribe(identifier: string) {
    this.send({ command: 'subscribe', identifier });
  }

  unsubscribe(identifier: string) {
    this.send({ command: 'unsubscribe', identifier });
  }

  /** Returns the frames received until the server, which answers in order, has handled everything sent. */
  async settled(): Promise<CableFrame[]> {
    const probe = JSON.stringify({ channel: 'NoSuchChannel', probe: Math.random() });
    this.subscribe(probe);
    const frames: CableFrame[] = [];
    for (;;) {
      const frame = await this.next();
      if (frame.identifier === probe) return frames;
      frames.push(frame);
    }
  }

  close() {
    this.socket.terminate();
  }
}

export async function welcomed(address: string, options?: ConstructorParameters<typeof RawSocket>[1]) {
  const socket = new RawSocket(address, options);
  const first = await socket.next();
  if (first.type !== 'welcome') throw new Error(`Not welcome: ${JSON.stringify(first)}`);
  return socket;
}

export const identifier = (channel: string, params: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({ channel, ...params });

/** Members that the stock client's types omit. */
export type StockConsumer = Consumer & { readonly connection: ConnectionLike };

export function stockConsumer(
  address: string,
  { headers = {}, socket = (Socket) => Socket }: StockOptions = {},
): StockConsumer {
  const origin = new URL(address).origin.replace(/^ws/, 'http');
  class BrowserLike extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols, { origin, headers: { ...headers } });
      this.on('error', () => undefined);
    }
  }
  const Socket = socket(BrowserLike as unknown as typeof globalThis.WebSocket);
  Object.assign(adapters, { WebSocket: Socket });
  // The connection monitor reads the page's visibility.
  Object.assign(globalThis, { addEventListener: () => undefined, removeEventListener: () => undefined });
  return createConsumer(address) as StockConsumer;
}

export interface StockOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Wraps the WebSocket class, which all consumers share. */
  readonly socket?: (Socket: typeof globalThis.WebSocket) => typeof globalThis.WebSocket;
}

export interface FakeClock extends Clock {
  advance(ms: number): void;
}

export function fakeClock(start = 1_700_000_000_000): FakeClock {
  let now = start;
  let timers: { at: number; readonly ms: number; readonly work: () => void }[] = [];
  return {
    now: () => now,
    every(ms, work) {
      const timer = { at: now + ms, ms, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = next.at;
        next.at += next.ms;
        next.work();
      }
      now = end;
    },
  };
}
