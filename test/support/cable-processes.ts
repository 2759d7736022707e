import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import type { Target } from '../../server/cable/cable';
import { identifier, welcomed } from './cable';

let bundle: string | undefined;

function bundled() {
  if (bundle) return bundle;
  bundle = join(mkdtempSync(join(tmpdir(), 'cable-process-')), 'process.cjs');
  buildSync({
    entryPoints: [join(__dirname, 'cable-process.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // Bundled with its packages, except pg's optional native binding.
    external: ['pg-native'],
    logLevel: 'error',
  });
  return bundle;
}

export interface CableProcess {
  readonly port: number;
  address(user: number): string;
  /** Resolves when the fan-out has accepted all messages. */
  broadcast(stream: string, messages: readonly unknown[]): Promise<void>;
  disconnect(target: Target): Promise<void>;
  restart(spreadMs: number): Promise<void>;
  kill(): Promise<void>;
}

export interface ProcessOptions {
  readonly databaseUrl: string;
  readonly redisUrl: string | null;
  /** Milliseconds that the process's clock is ahead. */
  readonly clockOffsetMs?: number;
}

export async function untilConnected(web: readonly CableProcess[], processes: readonly CableProcess[]) {
  const all = identifier('NotesChannel', { streams: ['connected'] });
  const sockets = await Promise.all(
    web.map(async ({ address }, index) => {
      const socket = await welcomed(address(990 + index));
      socket.subscribe(all);
      await socket.next();
      return socket;
    }),
  );
  for (const { port, broadcast } of processes) {
    const received = sockets.map(async (socket) => {
      while ((await socket.next()).message !== port);
    });
    let isDone = false;
    void Promise.all(received).then(() => {
      isDone = true;
    });
    while (!isDone) {
      await broadcast('connected', [port]);
      await delay(20);
    }
  }
  for (const socket of sockets) socket.close();
}

export async function startProcess(
  role: 'web' | 'worker',
  { databaseUrl, redisUrl, clockOffsetMs = 0 }: ProcessOptions,
): Promise<CableProcess> {
  const child: ChildProcess = fork(bundled(), [role, databaseUrl, redisUrl ?? '', String(clockOffsetMs)]);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  let last = 0;
  const waiting = new Map<number, () => void>();
  child.on('message', ({ id }: { id: number }) => waiting.get(id)?.());
  const send = (name: string, order: unknown) =>
    new Promise<void>((resolve) => {
      waiting.set(++last, resolve);
      child.send({ id: last, name, order });
    });
  return {
    port,
    address: (user) => `ws://127.0.0.1:${port}/cable?user=${user}`,
    broadcast: (stream, messages) => send('broadcast', { stream, messages }),
    disconnect: (target) => send('disconnect', target),
    restart: (spreadMs) => send('restart', { spreadMs }),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
