import { setTimeout as delay } from 'node:timers/promises';
import type { Identity } from './channel';
import type { Clock } from './clock';
import type { Connection } from './connection';
import type { ConnectionRegistry } from './connection-registry';
import type { CableLog } from './fanout/fanout';

export interface RevalidatorOptions<V extends Identity> {
  readonly registry: ConnectionRegistry<V>;
  readonly clock: Clock;
  readonly log: CableLog;
  readonly stillValid?: ((viewers: readonly Identity[]) => Promise<ReadonlySet<string>>) | undefined;
}

const REVALIDATION_INTERVAL_MS = 60_000;
const SESSIONS_PER_QUERY = 1_000;
/** Each confirmation makes a client refetch its page's data, so larger numbers are spread over time. */
const CONFIRMATIONS_PER_BATCH = 200;
const BATCH_PAUSE_MS = 100;

export class SessionRevalidator<V extends Identity> {
  readonly #options: RevalidatorOptions<V>;
  readonly #stopTimer: () => void;
  #stopped = false;
  #isChecking = false;

  constructor(options: RevalidatorOptions<V>) {
    this.#options = options;
    // Expiry publishes no revocation.
    this.#stopTimer = options.clock.every(REVALIDATION_INTERVAL_MS, () => void this.#checkSessions());
  }

  stop() {
    this.#stopped = true;
    this.#stopTimer();
  }

  async afterGap() {
    void this.#checkSessions();
    const connections = [...this.#options.registry.all()];
    while (connections.length > 0 && !this.#stopped) {
      for (const connection of connections.splice(0, CONFIRMATIONS_PER_BATCH))
        connection.reconfirmSubscriptions();
      if (connections.length > 0) await delay(BATCH_PAUSE_MS);
    }
  }

  async #checkSessions() {
    const { registry, log, stillValid } = this.#options;
    if (!stillValid || this.#isChecking) return;
    this.#isChecking = true;
    try {
      const connections = [...registry.all()];
      while (connections.length > 0 && !this.#stopped)
        await this.#closeInvalid(connections.splice(0, SESSIONS_PER_QUERY));
    } catch (error) {
      log.warn({ err: error }, 'cable: sessions could not be looked up');
    } finally {
      this.#isChecking = false;
    }
  }

  async #closeInvalid(connections: readonly Connection<V>[]) {
    const viewers = connections.flatMap(({ viewer }) => (viewer ? [viewer] : []));
    const valid = await this.#options.stillValid?.(viewers);
    for (const connection of connections)
      if (valid && connection.viewer && !valid.has(connection.viewer.sessionKey))
        connection.end('remote', false);
  }
}

export type Revoked = { readonly userId?: number; readonly sessionKey?: string };

export const isRevoked = (viewer: Identity, { userId, sessionKey }: Revoked) =>
  userId === viewer.id || (sessionKey !== undefined && sessionKey === viewer.sessionKey);

type IsAffected = (viewer: Identity) => boolean;

const MAX_ATTEMPTS = 3;

/** Revocations during running identifications, which may have read the session before it was revoked. */
export class Revocations {
  readonly #pending = new Set<IsAffected[]>();

  add(revoked: Revoked) {
    for (const checks of this.#pending) checks.push((viewer) => isRevoked(viewer, revoked));
  }

  /** Revocations may have been lost, so every running identification repeats. */
  addGap() {
    for (const checks of this.#pending) checks.push(() => true);
  }

  /** Repeats `identify` until no revocation arrives meanwhile; returns null after three attempts. */
  async identifyUnrevoked<V extends Identity>(identify: () => Promise<V | null>): Promise<V | null> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const checks: IsAffected[] = [];
      this.#pending.add(checks);
      try {
        const viewer = await identify();
        if (!viewer || !checks.some((isAffected) => isAffected(viewer))) return viewer;
      } finally {
        this.#pending.delete(checks);
      }
    }
    return null;
  }
}
