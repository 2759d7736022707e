import { setTimeout as delay } from 'node:timers/promises';
import type { Identity } from './channel';
import type { Clock } from './clock';
import type { Connection } from './connection';
import { ping } from './protocol';

/** Interval of ping messages; the stock client reconnects after 6 s without one. */
const BEAT_MS = 3_000;
/** An unresponsive connection is dropped after two checks: 24 s. */
const BEATS_PER_CHECK = 4;
/** Spreads the pings over the interval, so that they do not delay messages. */
const SLOTS = 12;

const DRAIN_STEP_MS = 50;
const CLOSE_TIMEOUT_MS = 3_000;

export class OpenConnections<V extends Identity> {
  readonly #slots = Array.from({ length: SLOTS }, () => new Set<Connection<V>>());
  readonly #clock: Clock;
  #turn = 0;
  #next = 0;
  #stop: () => void;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#stop = clock.every(BEAT_MS / SLOTS, () => this.#sendHeartbeat());
  }

  add(connection: Connection<V>) {
    this.#slots[this.#next++ % SLOTS]?.add(connection);
  }

  remove(connection: Connection<V>) {
    for (const slot of this.#slots) if (slot.delete(connection)) return;
  }

  *all(): Generator<Connection<V>> {
    for (const slot of this.#slots) yield* slot;
  }

  get size() {
    return this.#slots.reduce((size, slot) => size + slot.size, 0);
  }

  stop() {
    this.#stop();
  }

  /** Disconnects all clients evenly over `spreadMs`, so they do not all reconnect at once; resolves when all are closed. */
  async drain(spreadMs: number) {
    await this.#endEvenly([...this.all()], spreadMs);
    for (let waited = 0; waited < CLOSE_TIMEOUT_MS && this.size > 0; waited += DRAIN_STEP_MS)
      await delay(DRAIN_STEP_MS);
    for (const connection of [...this.all()]) connection.terminate();
  }

  async #endEvenly(connections: Connection<V>[], spreadMs: number) {
    const steps = Math.max(1, Math.ceil(spreadMs / DRAIN_STEP_MS));
    for (let step = 0; step < steps && connections.length > 0; step++) {
      if (step > 0) await delay(DRAIN_STEP_MS);
      const share = Math.ceil(connections.length / (steps - step));
      for (const connection of connections.splice(0, share))
        if (!connection.isEnded) connection.end('server_restart', true);
    }
  }

  #sendHeartbeat() {
    const turn = this.#turn++;
    const frame = ping(this.#clock.now());
    const isCheck = Math.floor(turn / SLOTS) % BEATS_PER_CHECK === 0;
    for (const connection of this.#slots[turn % SLOTS] ?? []) {
      if (isCheck) connection.checkAlive();
      connection.sendHeartbeat(frame);
    }
  }
}
