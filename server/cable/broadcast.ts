import type { Tx } from '../../db/transaction';
import type { CableLog, Fanout, FanoutListener } from './fanout/fanout';
import { postgresFanout } from './fanout/postgres';
import { toJson } from './json';

/** Whose sockets a disconnect is about. */
export type Target = { readonly userId: number } | { readonly sessionKey: string };

export interface FanoutOptions {
  readonly databaseUrl: string;
  /** Where set, Redis carries the messages instead of PostgreSQL. */
  readonly redisUrl?: string | null;
  readonly log: CableLog;
}

/** The stream on which processes tell each other to close sockets. No channel may stream from it. */
export const DISCONNECTS = 'action_cable/disconnect';

/** Far under what a reader may have waiting: a message is a hint to fetch, not the data. */
const MESSAGE_BYTES = 256 * 1024;

let fanout: Fanout | null = null;
const listeners = new Set<FanoutListener>();
const allListeners: FanoutListener = {
  message(stream, json) {
    for (const listener of listeners) listener.message(stream, json);
  },
  gap() {
    for (const listener of listeners) listener.gap();
  },
};

/** The client of Redis is large, and loaded only where there is a Redis. */
async function createFanout({ databaseUrl, redisUrl, log }: FanoutOptions): Promise<Fanout> {
  if (!redisUrl) return postgresFanout({ databaseUrl, log });
  const { redisFanout } = await import('./fanout/redis');
  return redisFanout({ redisUrl, log });
}

/** Called once per process; subscribes to the fan-out when the first listener is added. */
export const startFanout = async (options: FanoutOptions) => replaceFanout(await createFanout(options));

/** Starts a given fan-out in place of the configured one. */
export async function replaceFanout(next: Fanout) {
  await stopFanout();
  fanout = next;
  if (listeners.size > 0) await next.listen(allListeners);
}

export async function stopFanout() {
  const stopping = fanout;
  fanout = null;
  await stopping?.stop();
}

/** Passes every broadcast of any process to the listener; returns a function that removes it. */
export function addListener(listener: FanoutListener): () => void {
  listeners.add(listener);
  if (listeners.size === 1) void fanout?.listen(allListeners);
  return () => void listeners.delete(listener);
}

/** Sends to every subscription of the stream in all processes; call after the commit. A no-op without a fan-out. */
export async function broadcast(stream: string, message: unknown): Promise<void> {
  const json = toJson(message);
  if (Buffer.byteLength(json) > MESSAGE_BYTES) throw new RangeError(`Message too large for ${stream}`);
  await fanout?.publish(stream, json);
}

/** The same once the transaction is committed, and never if it is not. */
export const broadcastOnCommit = (tx: Pick<Tx, 'afterCommit'>, stream: string, message: unknown) =>
  tx.afterCommit(() => broadcast(stream, message));

/** Closes matching sockets in every process. With `reconnect` their clients come back, and are asked who they are. */
export const disconnect = (target: Target, { reconnect = false }: { readonly reconnect?: boolean } = {}) =>
  broadcast(DISCONNECTS, { ...target, reconnect });
