import { GAP, open, SHUTDOWN_STREAM, unpack } from './envelope';
import type { FanoutListener } from './fanout';
import type { PeerRegistry } from './peer-registry';

/** Reads the body that waits in a row; null where it is no longer there. */
export type Fetch = (reference: string) => Promise<string | null>;

/** Senders that are remembered. Processes come and go; the one not heard of for longest is forgotten first. */
const SENDERS = 1_000;

/** Opens parcels in the order in which they came, even where one's body has to be fetched first. */
export class Inbox {
  readonly #ear: FanoutListener;
  readonly #census: PeerRegistry;
  readonly #fetch: Fetch;
  readonly #numbers = new Map<string, number>();
  #fetching: Promise<void> | null = null;

  constructor(ear: FanoutListener, census: PeerRegistry, fetch: Fetch) {
    this.#ear = ear;
    this.#census = census;
    this.#fetch = fetch;
  }

  receive(text: string) {
    const parcel = open(text);
    if (!parcel || !this.#isNew(parcel.sender, parcel.number)) return;
    const { reference, body } = parcel;
    if (reference !== null) this.#after(() => this.#fetchAndDeliver(reference));
    else if (this.#fetching) this.#after(() => this.#deliver(body));
    else this.#deliver(body);
  }

  /** A parcel sent again because nobody knew whether it had arrived. */
  #isNew(sender: string, number: number) {
    const last = this.#numbers.get(sender) ?? 0;
    if (number <= last) return false;
    this.#numbers.delete(sender);
    this.#numbers.set(sender, number);
    if (this.#numbers.size > SENDERS) this.#numbers.delete(this.#numbers.keys().next().value ?? '');
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
    if (body === null) this.#ear.gap();
    else this.#deliver(body);
  }

  #deliver(body: string) {
    for (const { stream, json } of unpack(body))
      if (stream === GAP) this.#ear.gap();
      else if (stream === SHUTDOWN_STREAM) this.#census.markStopped(String(JSON.parse(json)));
      else this.#ear.message(stream, json);
  }
}
