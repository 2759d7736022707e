import type { Identity } from './channel';
import type { Clock } from './clock';
import type { Connection } from './connection';
import { ping } from './protocol';

/** Every connection hears something this often; stock clients give up after 6 s without. */
export const BEAT_MS = 3_000;
/** Dead after two of these: 24 s. */
const BEATS_PER_ASKING = 4;
/** Connections take turns, so that thousands of pings do not stand in the way of one message. */
const SLOTS = 12;

/** All connections of the process, and the one timer that looks after them. */
export class Heartbeat<V extends Identity> {
  readonly #slots = Array.from({ length: SLOTS }, () => new Set<Connection<V>>());
  readonly #clock: Clock;
  #turn = 0;
  #next = 0;
  #stop: () => void;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#stop = clock.every(BEAT_MS / SLOTS, () => this.#beat());
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

  #beat() {
    const turn = this.#turn++;
    const frame = ping(this.#clock.now());
    const asking = Math.floor(turn / SLOTS) % BEATS_PER_ASKING === 0;
    for (const connection of this.#slots[turn % SLOTS] ?? []) {
      if (asking) connection.ask();
      connection.beat(frame);
    }
  }
}
