import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Identity } from './channel';
import type { Connection } from './connection';
import type { ConnectionRegistry } from './connection-registry';
import type { CableLog } from './fanout/fanout';
import { MAX_CONCURRENT_IDENTIFICATIONS } from './limits';
import type { PresenceTracker } from './presence/presence';
import type { ResumableSessions } from './resume/resumable-sessions';
import type { Revocations } from './revocation';

export interface AcceptorOptions<V extends Identity> {
  identify(request: IncomingMessage): Promise<V | null>;
  readonly registry: ConnectionRegistry<V>;
  readonly presence: PresenceTracker;
  readonly revocations: Revocations;
  readonly sessions: ResumableSessions;
  readonly log: CableLog;
}

const PONG_TIMEOUT_MS = 1_000;
const POLL_MS = 25;
const LOG_INTERVAL_MS = 5_000;

function resumedSid({ url = '' }: IncomingMessage) {
  const query = url.indexOf('?');
  return query < 0 ? null : new URLSearchParams(url.slice(query)).get('sid');
}

export class ConnectionAcceptor<V extends Identity> {
  readonly #options: AcceptorOptions<V>;
  readonly #limitIdentifications = pLimit(MAX_CONCURRENT_IDENTIFICATIONS);
  #failures = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(options: AcceptorOptions<V>) {
    this.#options = options;
  }

  async accept(connection: Connection<V>, request: IncomingMessage) {
    const { registry, presence } = this.#options;
    const isFull = (userId: number) => registry.isFull(userId, presence.countElsewhere(userId));
    try {
      let viewer = await this.#identify(connection, request);
      if (viewer && isFull(viewer.id)) {
        await this.#evictDeadConnections(viewer.id);
        // The session may have been revoked during the eviction.
        viewer = await this.#identify(connection, request);
      }
      if (connection.isEnded) return;
      if (!viewer) connection.end('unauthorized', false);
      else if (isFull(viewer.id)) connection.end('too_many_connections', false);
      else {
        connection.identified(viewer);
        registry.add(viewer.id, connection);
        presence.socketsChanged(viewer.id);
        const sid = connection.sid === null ? null : resumedSid(request);
        connection.welcome(viewer, sid ? await this.#options.sessions.find(sid, viewer) : null);
      }
    } catch (error) {
      connection.fail();
      this.#logFailure(error);
    }
  }

  /** Logs at most every 5 s: without a database every client reconnects again and again. */
  #logFailure(error: unknown) {
    this.#failures++;
    if (performance.now() - this.#loggedAt < LOG_INTERVAL_MS) return;
    this.#options.log.error({ err: error, failures: this.#failures }, 'cable: identification failed');
    this.#loggedAt = performance.now();
    this.#failures = 0;
  }

  #identify(connection: Connection<V>, request: IncomingMessage) {
    const { identify, revocations } = this.#options;
    return this.#limitIdentifications(async () =>
      connection.isEnded ? null : revocations.identifyUnrevoked(() => identify(request)),
    );
  }

  /** A laptop that wakes up leaves dead sockets behind, which would block its new ones. */
  async #evictDeadConnections(userId: number) {
    const recounted = this.#options.presence.recount(userId);
    const connections = [...this.#options.registry.of(userId)];
    const silent = () => connections.filter(({ isSilent, isEnded }) => isSilent && !isEnded);
    for (const connection of connections) if (!connection.isSilent) connection.checkAlive();
    for (let waited = 0; waited < PONG_TIMEOUT_MS && silent().length > 0; waited += POLL_MS)
      await delay(POLL_MS);
    for (const connection of silent()) connection.terminate();
    await recounted;
  }
}
