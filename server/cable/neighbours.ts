import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './clock';

/** The stream on which processes tell each other how many sockets their users have. */
export const NEIGHBOURS = 'action_cable/neighbours';

interface News {
  readonly from: string;
  /** Begins anew: what was said before is void. */
  readonly all: boolean;
  /** Everybody else is to begin anew. */
  readonly ask: boolean;
  readonly users: readonly (readonly [userId: number, sockets: number])[];
}

export interface NeighboursParts {
  readonly clock: Clock;
  say(news: News): void;
  /** Sockets of the user in this process. */
  own(userId: number): number;
  /** Users with sockets in this process. */
  users(): Iterable<number>;
}

const TICK_MS = 250;
const ALIVE_MS = 15_000;
const FORGOTTEN_MS = 40_000;
const RECOUNT_MS = 4_000;
const ANSWER_MS = 2_000;
const LOOK_MS = 25;
const USERS_AT_ONCE = 5_000;

/** How many sockets a user has in the other processes, as they say a moment after it changes. */
export class Neighbours {
  readonly #name: string = randomUUID();
  readonly #parts: NeighboursParts;
  readonly #others = new Map<string, { heardAt: number; readonly users: Map<number, number> }>();
  readonly #changed = new Set<number>();
  readonly #stop: () => void;
  #saidAt = 0;
  #recountedAt = 0;
  #recounting: Promise<void> | undefined;
  /** Asked to begin anew, and not heard of since. */
  #silent = new Set<string>();

  constructor(parts: NeighboursParts) {
    this.#parts = parts;
    this.#stop = parts.clock.every(TICK_MS, () => this.#tick());
  }

  /** They are gone with this process. */
  stop() {
    this.#stop();
    this.#say([], true, false);
  }

  changed(userId: number) {
    this.#changed.add(userId);
  }

  /** Sockets of the user in the other processes. */
  of(userId: number) {
    let sockets = 0;
    for (const { users } of this.#others.values()) sockets += users.get(userId) ?? 0;
    return sockets;
  }

  hear({ from, all, ask, users }: News) {
    if (from === this.#name) return;
    const known = all ? undefined : this.#others.get(from);
    const other = known ?? { heardAt: 0, users: new Map<number, number>() };
    other.heardAt = this.#parts.clock.now();
    this.#others.set(from, other);
    if (all) this.#silent.delete(from);
    for (const [userId, sockets] of users)
      if (sockets > 0) other.users.set(userId, sockets);
      else other.users.delete(userId);
    if (ask) this.#sayAll(false);
  }

  /** Something may have been missed: everybody says all of it again. */
  beginAnew() {
    this.#others.clear();
    this.#sayAll(true);
  }

  /**
   * A process that was killed cannot say that its sockets are gone: whoever is alive says it again, and who is silent is
   * forgotten. Until then the old numbers hold.
   */
  recount(): Promise<void> | undefined {
    const now = this.#parts.clock.now();
    if (this.#others.size > 0 && now - this.#recountedAt >= RECOUNT_MS) {
      this.#recountedAt = now;
      this.#recounting = this.#forgetTheSilent();
    }
    return this.#recounting;
  }

  async #forgetTheSilent() {
    this.#silent = new Set(this.#others.keys());
    this.#sayAll(true);
    for (let waited = 0; waited < ANSWER_MS && this.#silent.size > 0; waited += LOOK_MS) await delay(LOOK_MS);
    for (const name of this.#silent) this.#others.delete(name);
  }

  #sayAll(ask: boolean) {
    this.#changed.clear();
    this.#say([...this.#parts.users()], true, ask);
  }

  #tick() {
    const now = this.#parts.clock.now();
    if (this.#changed.size > 0 || now - this.#saidAt >= ALIVE_MS) {
      const users = [...this.#changed];
      this.#changed.clear();
      this.#say(users, false, false);
    }
    for (const [name, { heardAt }] of this.#others)
      if (now - heardAt > FORGOTTEN_MS) this.#others.delete(name);
  }

  #say(userIds: readonly number[], all: boolean, ask: boolean) {
    this.#saidAt = this.#parts.clock.now();
    for (let from = 0; from === 0 || from < userIds.length; from += USERS_AT_ONCE) {
      const some = userIds.slice(from, from + USERS_AT_ONCE);
      const users = some.map((userId) => [userId, this.#parts.own(userId)] as const);
      const isFirst = from === 0;
      this.#parts.say({ from: this.#name, all: all && isFirst, ask: ask && isFirst, users });
    }
  }
}
