import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Entry, type Envelope, GAP_ENTRY, pack } from './envelope';

/** Hands one parcel to the carrier. Rejects where it cannot be known to have arrived. */
export type Send = (parcels: readonly Envelope[]) => Promise<void>;

/** What is kept while the carrier is away. More than that is not kept but announced as a gap. */
const KEPT_ENTRIES = 10_000;
const KEPT_CHARACTERS = 16 * 1024 * 1024;
const DRAIN_MS = 1_000;
const LOOK_MS = 10;

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
  #parcels: Envelope[] = [];
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
    this.#start();
    return sent;
  }

  /** The carrier is there, again. */
  resume() {
    this.#open = true;
    this.#start();
  }

  /** The carrier is away: nobody waits for it. */
  pause() {
    this.#open = false;
    this.#release(this.#waiting);
  }

  /** Resolves when nothing is waiting any more, or when the carrier was away for too long. */
  async drain() {
    const end = Date.now() + DRAIN_MS;
    while (this.#sending || (this.#isWaiting && Date.now() < end)) await (this.#sending ?? delay(LOOK_MS));
  }

  get #isWaiting() {
    return this.#parcels.length > 0 || this.#entries.length > 0;
  }

  get #hasWork() {
    return this.#open && this.#isWaiting;
  }

  #start() {
    if (this.#sending || !this.#hasWork) return;
    this.#sending = this.#flush().finally(() => {
      this.#sending = null;
      this.#start();
    });
  }

  async #flush() {
    while (this.#hasWork) {
      // What is put in one breath leaves together.
      await null;
      const released = this.#waiting;
      this.#waiting = [];
      try {
        await this.#sendAll();
      } catch {
        // The carrier says for itself why it went, and calls `resume` when it is back.
        this.pause();
      }
      this.#release(released);
    }
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
    this.#entries = [GAP_ENTRY];
    this.#characters = 0;
  }
}
