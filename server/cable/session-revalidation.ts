import { setTimeout as delay } from 'node:timers/promises';
import type { Identity } from './channel';
import type { Clock } from './clock';
import type { Connection } from './connection';
import type { ConnectionRegistry } from './connection-registry';
import type { CableLog } from './fanout/fanout';

export interface ReviserParts<V extends Identity> {
  readonly roster: ConnectionRegistry<V>;
  readonly clock: Clock;
  readonly options: {
    stillValid?(viewers: readonly Identity[]): Promise<ReadonlySet<string>>;
    readonly log: CableLog;
  };
}

const EVERY_MS = 60_000;
const SESSIONS_AT_ONCE = 1_000;
/** All at once up to here; more take turns, as each will fetch a page's data. */
const CONFIRMED_AT_ONCE = 200;
const TURN_MS = 100;

/** Puts right what the fan-out did not bring: sessions that ended unheard, messages that were lost. */
export class SessionRevalidator<V extends Identity> {
  readonly #parts: ReviserParts<V>;
  readonly #stop: () => void;
  #stopped = false;
  #asking = false;

  constructor(parts: ReviserParts<V>) {
    this.#parts = parts;
    // Sessions and tokens also just expire, of which nobody sends word.
    this.#stop = parts.clock.every(EVERY_MS, () => void this.#askForSessions());
  }

  stop() {
    this.#stopped = true;
    this.#stop();
  }

  async afterGap() {
    void this.#askForSessions();
    const connections = [...this.#parts.roster.all()];
    while (connections.length > 0 && !this.#stopped) {
      for (const connection of connections.splice(0, CONFIRMED_AT_ONCE)) connection.confirmAgain();
      if (connections.length > 0) await delay(TURN_MS);
    }
  }

  async #askForSessions() {
    const { options, roster } = this.#parts;
    if (!options.stillValid || this.#asking) return;
    this.#asking = true;
    try {
      const connections = [...roster.all()];
      while (connections.length > 0 && !this.#stopped)
        await this.#closeEnded(connections.splice(0, SESSIONS_AT_ONCE));
    } catch (error) {
      options.log.warn({ err: error }, 'cable: sessions could not be looked up');
    } finally {
      this.#asking = false;
    }
  }

  async #closeEnded(connections: readonly Connection<V>[]) {
    const viewers = connections.flatMap(({ viewer }) => (viewer ? [viewer] : []));
    const valid = await this.#parts.options.stillValid?.(viewers);
    for (const connection of connections)
      if (valid && connection.viewer && !valid.has(connection.viewer.sessionKey))
        connection.end('remote', false);
  }
}
