import type { Tx } from '../../db/transaction';
import { INTERNAL } from './fanout/envelope';
import type { CableLog, Fanout, FanoutListener, PublishOptions } from './fanout/fanout';
import type { HistoryReply, HistoryRequest } from './fanout/history';
import { postgresFanout } from './fanout/postgres';
import { toJson } from './protocol';

declare module '../../db/transaction' {
  interface TransactionServices {
    readonly cable: Cable;
  }
}

export type Target = { readonly userId: number } | { readonly sessionKey: string };

export interface Cable {
  readonly observer: CableObserver | null;
  /** Sends to every subscription of the stream in all processes; call after the commit. */
  broadcast(stream: string, message: unknown): Promise<void>;
  /** Closes matching sockets in all processes. With `reconnect` their clients come back and authenticate again. */
  disconnect(target: Target, options?: { readonly reconnect?: boolean }): Promise<void>;
  /** Tells the listeners of this process at once, those of the others by the fan-out. */
  announce(stream: string, message: unknown): Promise<void>;
  /** What the streams' histories keep. Rejects while they cannot be read. */
  readHistory(requests: readonly HistoryRequest[]): Promise<readonly HistoryReply[]>;
  addListener(listener: FanoutListener): () => void;
  /** False while this process would miss what others publish. */
  isListening(): boolean;
  stop(): Promise<void>;
}

export const DISCONNECTS = 'action_cable/disconnect';

/** Far below the send buffer of a socket: a message is a hint to fetch, not the data. */
const MAX_MESSAGE_BYTES = 256 * 1024;

export interface CableObserver {
  /** One of our own broadcasts came back to this process. */
  delivered(ms: number): void;
  gap(): void;
  received(): void;
  sent(): void;
  dropped(reason: string): void;
}

const MAX_SAMPLE_MS = 30_000;

/** Times one broadcast at a time on its way through the fan-out. */
function timeBroadcasts({ delivered }: CableObserver) {
  let sample: { stream: string; json: string; at: number } | null = null;
  return {
    published(stream: string, json: string) {
      const at = performance.now();
      if (!sample || at - sample.at > MAX_SAMPLE_MS) sample = { stream, json, at };
    },
    arrived(stream: string, json: string) {
      if (!sample || sample.stream !== stream || sample.json !== json) return;
      delivered(performance.now() - sample.at);
      sample = null;
    },
  };
}

export function createCable(fanout: Fanout, observer: CableObserver | null = null): Cable {
  const times = observer && timeBroadcasts(observer);
  const listeners = new Set<FanoutListener>();
  const allListeners: FanoutListener = {
    message(stream, json, position) {
      times?.arrived(stream, json);
      for (const listener of listeners) listener.message(stream, json, position);
    },
    gap() {
      observer?.gap();
      for (const listener of listeners) listener.gap();
    },
  };

  async function publish(stream: string, message: unknown, options?: PublishOptions) {
    const json = toJson(message);
    if (Buffer.byteLength(json) > MAX_MESSAGE_BYTES) throw new RangeError(`Message too large for ${stream}`);
    if (listeners.size > 0) times?.published(stream, json);
    await fanout.publish(stream, json, options);
  }

  async function announce(stream: string, message: unknown) {
    for (const listener of listeners) listener.message(stream, toJson(message));
    await publish(stream, message);
  }

  return {
    observer,
    broadcast: (stream, message) => publish(stream, message, { isKept: !stream.startsWith(INTERNAL) }),
    announce,
    readHistory: (requests) => fanout.readHistory(requests),
    disconnect: (target, { reconnect = false } = {}) => announce(DISCONNECTS, { ...target, reconnect }),
    isListening: () => fanout.isListening(),
    addListener(listener) {
      listeners.add(listener);
      if (listeners.size === 1) void fanout.listen(allListeners);
      return () => void listeners.delete(listener);
    },
    stop: () => fanout.stop(),
  };
}

export interface FanoutOptions {
  readonly databaseUrl: string;
  readonly redisUrl?: string | null;
  readonly log: CableLog;
  readonly observer?: CableObserver;
}

export async function openCable({ databaseUrl, redisUrl, log, observer }: FanoutOptions): Promise<Cable> {
  if (!redisUrl) return createCable(postgresFanout({ databaseUrl, log }), observer);
  const { redisFanout } = await import('./fanout/redis');
  return createCable(redisFanout({ redisUrl, log }), observer);
}

export const broadcastOnCommit = (tx: Tx, stream: string, message: unknown) =>
  tx.afterCommit(() => tx.cable.broadcast(stream, message));
