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
    for (const ear of listeners) ear.message(stream, json);
  },
  gap() {
    for (const ear of listeners) ear.gap();
  },
};

/** The client of Redis is large, and loaded only where there is a Redis. */
async function createFanout({ databaseUrl, redisUrl, log }: FanoutOptions): Promise<Fanout> {
  if (!redisUrl) return postgresFanout({ databaseUrl, log });
  const { redisFanout } = await import('./fanout/redis');
  return redisFanout({ redisUrl, log });
}

/** Once per process. It listens only where sockets are served: see `hear`. */
export const startFanout = async (options: FanoutOptions) => replaceFanout(await createFanout(options));

/** The same with a carrier of one's own. */
export async function replaceFanout(carrier: Fanout) {
  await stopFanout();
  fanout = carrier;
  if (listeners.size > 0) await carrier.listen(allListeners);
}

export async function stopFanout() {
  const stopping = fanout;
  fanout = null;
  await stopping?.stop();
}

/** Passes everything that any process broadcasts to `ear`, until the answer is called. */
export function addListener(ear: FanoutListener): () => void {
  listeners.add(ear);
  if (listeners.size === 1) void fanout?.listen(allListeners);
  return () => void listeners.delete(ear);
}

/**
 * To every subscription of the stream, whichever process holds it. For effects after a commit. Without a fan-out (a
 * seed, a command by hand) nobody hears it.
 */
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
