import { GAP, parseEnvelope, SHUTDOWN_STREAM, unpack } from './envelope';
import type { FanoutListener } from './fanout';
import type { PeerRegistry } from './peer-registry';

/** Reads the body from its row; resolves to null if it was deleted. */
export type FetchBody = (reference: string) => Promise<string | null>;

const MAX_SENDERS = 1_000;

export class Inbox {
  readonly #listener: FanoutListener;
  readonly #peers: PeerRegistry;
  readonly #fetch: FetchBody;
  readonly #numbers = new Map<string, number>();
  #fetching: Promise<void> | null = null;

  constructor(listener: FanoutListener, peers: PeerRegistry, fetch: FetchBody) {
    this.#listener = listener;
    this.#peers = peers;
    this.#fetch = fetch;
  }

  receive(text: string) {
    const envelope = parseEnvelope(text);
    if (!envelope || !this.#isNew(envelope.sender, envelope.number)) return;
    const { reference, body } = envelope;
    if (reference !== null) this.#after(() => this.#fetchAndDeliver(reference));
    else if (this.#fetching) this.#after(() => this.#deliver(body));
    else this.#deliver(body);
  }

  /** A sender repeats envelopes after a connection loss, under the same numbers. */
  #isNew(sender: string, number: number) {
    const last = this.#numbers.get(sender) ?? 0;
    if (number <= last) return false;
    this.#numbers.delete(sender);
    this.#numbers.set(sender, number);
    if (this.#numbers.size > MAX_SENDERS) this.#numbers.delete(this.#numbers.keys().next().value ?? '');
    return true;
  }

  #after(work: () => void | Promise<void>) {
    const turn = (this.#fetching ?? Promise.resolve()).then(work).finally(() => {
      if (this.#fetching === turn) this.#fetching = null;
    });
    this.#fetching = turn;
  }

  async #fetchAndDeliver(reference: string) {
    const body = await this.#fetch(reference).catch(() => null);
    if (body === null) this.#listener.gap();
    else this.#deliver(body);
  }

  #deliver(body: string) {
    for (const { stream, json, position } of unpack(body))
      if (stream === GAP) this.#listener.gap();
      else if (stream === SHUTDOWN_STREAM) this.#peers.markStopped(String(JSON.parse(json)));
      else this.#listener.message(stream, json, position);
  }
}
