import { randomUUID } from 'node:crypto';
import { GAP } from './inbox';
import { type Entry, type Parcel, pack } from './parcel';

/** Hands one parcel to the carrier. Rejects where it cannot be known to have arrived. */
export type Send = (parcels: readonly Parcel[]) => Promise<void>;

/** What is kept while the carrier is away. More than that is not kept but announced as a gap. */
const KEPT_ENTRIES = 10_000;
const KEPT_CHARACTERS = 16 * 1024 * 1024;

/**
 * Keeps the order: one sending is under way at a time, and what comes meanwhile leaves together after it.
 * That is the batching, too: none where it is quiet, as much as needed where it is not.
 */
export class Outbox {
  readonly #sender = randomUUID();
  readonly #send: Send;
  readonly #bytes: number;
  #number = 0;
  #entries: Entry[] = [];
  #characters = 0;
  /** Packed and not known to have arrived. They keep their numbers, by which a receiver knows a second copy. */
  #parcels: Parcel[] = [];
  #waiting: (() => void)[] = [];
  #sending: Promise<void> | null = null;
  #open = false;

  constructor(send: Send, bytes: number) {
    this.#send = send;
    this.#bytes = bytes;
  }

  put(entry: Entry): Promise<void> {
    if (this.#entries.length >= KEPT_ENTRIES || this.#characters >= KEPT_CHARACTERS) this.#forget();
    this.#entries.push(entry);
    this.#characters += entry.json.length;
    if (!this.#open) return Promise.resolve();
    const sent = new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#sending ??= this.#flush();
    return sent;
  }

  /** The carrier is there, again. */
  resume() {
    this.#open = true;
    this.#sending ??= this.#flush();
  }

  /** The carrier is away: nobody waits for it. */
  pause() {
    this.#open = false;
    this.#release(this.#waiting);
  }

  /** Resolves when nothing is under way any more. */
  async drain() {
    await this.#sending;
  }

  async #flush() {
    try {
      while (this.#open && (this.#parcels.length > 0 || this.#entries.length > 0)) {
        const released = this.#waiting;
        this.#waiting = [];
        try {
          await this.#sendAll();
        } catch {
          // The carrier says for itself why it went, and calls `resume` when it is back.
          this.#open = false;
        }
        this.#release(released);
      }
    } finally {
      this.#sending = null;
    }
    if (!this.#open) this.#release(this.#waiting);
  }

  async #sendAll() {
    if (this.#parcels.length === 0) this.#packAll();
    await this.#send(this.#parcels);
    this.#parcels = [];
  }

  #packAll() {
    const entries = this.#entries;
    this.#entries = [];
    this.#characters = 0;
    this.#parcels = [...pack(entries, this.#bytes, () => `${this.#sender} ${++this.#number}`)];
  }

  #release(waiting: (() => void)[]) {
    for (const resolve of waiting.splice(0)) resolve();
  }

  #forget() {
    this.#entries = [{ stream: GAP, json: 'null' }];
    this.#characters = 0;
  }
}
