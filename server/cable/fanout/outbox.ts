import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Entry, type Envelope, GAP_ENTRY, pack } from './envelope';

/** Rejects if the envelopes may not have arrived; they are sent again with `isRepeated`. */
export type Send = (envelopes: readonly Envelope[], isRepeated: boolean) => Promise<void>;

/** Bounds of the queue while disconnected; beyond them it is replaced by a gap. */
const MAX_QUEUED_ENTRIES = 10_000;
const MAX_QUEUED_CHARACTERS = 16 * 1024 * 1024;
const DRAIN_MS = 1_000;
const POLL_MS = 10;

export class Outbox {
  readonly #sender = randomUUID();
  readonly #send: Send;
  readonly #maxBytes: number;
  #number = 0;
  #entries: Entry[] = [];
  #characters = 0;
  /** Unconfirmed. They keep their numbers, by which receivers recognize duplicates. */
  #envelopes: Envelope[] = [];
  #waiting: (() => void)[] = [];
  #sending: Promise<void> | null = null;
  #open = false;

  constructor(send: Send, maxBytes: number) {
    this.#send = send;
    this.#maxBytes = maxBytes;
  }

  put(entry: Entry): Promise<void> {
    if (this.#entries.length >= MAX_QUEUED_ENTRIES || this.#characters >= MAX_QUEUED_CHARACTERS)
      this.#replaceByGap();
    this.#entries.push(entry);
    this.#characters += entry.json.length;
    if (!this.#open) return Promise.resolve();
    const sent = new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#start();
    return sent;
  }

  resume() {
    this.#open = true;
    this.#start();
  }

  pause() {
    this.#open = false;
    this.#release(this.#waiting);
  }

  async drain() {
    const end = performance.now() + DRAIN_MS;
    while (this.#sending || (this.#isQueued && performance.now() < end))
      await (this.#sending ?? delay(POLL_MS));
  }

  get #isQueued() {
    return this.#envelopes.length > 0 || this.#entries.length > 0;
  }

  get #hasWork() {
    return this.#open && this.#isQueued;
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
      // Collects the entries of one turn of the event loop.
      await null;
      const released = this.#waiting;
      this.#waiting = [];
      try {
        await this.#sendAll();
      } catch {
        // The connection logs the error and calls `resume` after reconnecting.
        this.pause();
      }
      this.#release(released);
    }
  }

  async #sendAll() {
    const isRepeated = this.#envelopes.length > 0;
    if (!isRepeated) this.#packAll();
    await this.#send(this.#envelopes, isRepeated);
    this.#envelopes = [];
  }

  #packAll() {
    const entries = this.#entries;
    this.#entries = [];
    this.#characters = 0;
    this.#envelopes = [...pack(entries, this.#maxBytes, () => `${this.#sender} ${++this.#number}`)];
  }

  #release(waiting: (() => void)[]) {
    for (const resolve of waiting.splice(0)) resolve();
  }

  #replaceByGap() {
    this.#entries = [GAP_ENTRY];
    this.#characters = 0;
  }
}
