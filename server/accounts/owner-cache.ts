import type { Tx } from '../../db/transaction';
import { type Cable, DISCONNECTS } from '../cable/cable';
import { createLru } from '../cache/caches';

const MAX_ENTRIES = 5_000;
export const MAX_AGE_MS = 3_000;

export const OWNER_CHANGES = 'accounts/owner_changes';

export type Target = {
  readonly userId?: number;
  readonly sellerId?: number;
  readonly sessionKey?: string;
};

/** Pages and calls show a change of an account's or seller's row at once, in every process. */
export const ownerChanged = (tx: Tx, target: { userId: number } | { sellerId: number }) =>
  tx.afterCommit(() => tx.cable.announce(OWNER_CHANGES, target));

interface Entry<Value> {
  readonly value: Value;
  readonly readAt: number;
}

interface Handling<Value> {
  readonly copy: (value: Value) => Value;
  /** Whether a change or revocation of an account ends the value. */
  readonly isMeant: (value: Value, target: Target) => boolean;
}

/** Who is signed in, for at most 3 s. Bypassed while this process would miss a revocation or a change. */
export class OwnerCache<Value extends object> {
  readonly #cable: Pick<Cable, 'addListener' | 'isListening'>;
  readonly #handling: Handling<Value>;
  readonly #entries = createLru<string, Entry<Value>>({ max: MAX_ENTRIES });
  #drops = 0;
  #follows = false;

  constructor(cable: Pick<Cable, 'addListener' | 'isListening'>, handling: Handling<Value>) {
    this.#cable = cable;
    this.#handling = handling;
  }

  async read(key: string, load: () => Promise<Value | null>): Promise<Value | null> {
    return this.cached(key) ?? (await this.reload(key, load));
  }

  cached(key: string): Value | null {
    if (!this.#isCurrent()) return null;
    const entry = this.#entries.get(key);
    if (!entry || performance.now() - entry.readAt >= MAX_AGE_MS) return null;
    return this.#handling.copy(entry.value);
  }

  async reload(key: string, load: () => Promise<Value | null>): Promise<Value | null> {
    if (!this.#isCurrent()) return load();
    const [readAt, drops] = [performance.now(), this.#drops];
    const value = await load();
    // What was dropped meanwhile may have been read before the change.
    if (value && drops === this.#drops) this.#entries.set(key, { value: this.#handling.copy(value), readAt });
    return value;
  }

  drop(key: string) {
    this.#drops += 1;
    this.#entries.delete(key);
  }

  #isCurrent() {
    if (!this.#follows) this.#follow();
    return this.#cable.isListening();
  }

  #follow() {
    this.#follows = true;
    this.#cable.addListener({
      message: (stream, json) => {
        if (stream === DISCONNECTS || stream === OWNER_CHANGES) this.#dropTarget(JSON.parse(json) as Target);
      },
      gap: () => this.#clear(),
    });
  }

  #dropTarget(target: Target) {
    if (target.sessionKey !== undefined) return this.drop(target.sessionKey);
    this.#drops += 1;
    for (const [key, { value }] of this.#entries.entries())
      if (this.#handling.isMeant(value, target)) this.#entries.delete(key);
  }

  #clear() {
    this.#drops += 1;
    this.#entries.clear();
  }
}
