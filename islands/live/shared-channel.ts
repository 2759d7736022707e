import { type Coalesced, coalesce } from './coalesce';

/** As much of the stock consumer as is used here. */
export interface ConsumerLike {
  connect(): unknown;
  readonly connection: { isActive(): boolean };
  readonly subscriptions: {
    create(
      channel: string | { readonly channel: string },
      callbacks: { connected(): void; disconnected(): void; rejected(): void; received(): void },
    ): { unsubscribe(): unknown };
  };
}

/** Long enough for a visit: the next page most often listens to the same channel. */
const LINGER_MS = 5_000;

/** One subscription of the page, however many islands listen and however often one has navigated. */
export class SharedChannel {
  readonly #name: string;
  readonly #consumer: () => Promise<ConsumerLike>;
  readonly #listeners = new Set<Coalesced>();
  #subscription: { unsubscribe(): unknown } | null = null;
  #subscribing: Promise<void> | null = null;
  #lingering: ReturnType<typeof setTimeout> | undefined;
  #heardSinceVisit = false;

  constructor(name: string, consumer: () => Promise<ConsumerLike>) {
    this.#name = name;
    this.#consumer = consumer;
  }

  /** Calls `onMessage` after messages and after every (re)subscription, until the answer is called. */
  listen(onMessage: () => unknown): () => void {
    const listener = coalesce(onMessage);
    this.#listeners.add(listener);
    clearTimeout(this.#lingering);
    // What came between the rendering of this page and now went to the page before it.
    if (this.#heardSinceVisit) listener.ask();
    this.#subscribing ??= this.#subscribe();
    return () => {
      listener.cancel();
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#lingering = setTimeout(() => this.#leave(), LINGER_MS);
    };
  }

  get isHeard() {
    return this.#listeners.size > 0;
  }

  /** Another page has been asked for: it will know all that came before. */
  visit() {
    this.#heardSinceVisit = false;
  }

  async #subscribe() {
    try {
      const consumer = await this.#consumer();
      if (!this.isHeard) return;
      if (!this.#subscription)
        this.#subscription = consumer.subscriptions.create(this.#name, {
          connected: () => this.#askAll(),
          disconnected: () => undefined,
          rejected: () => this.#forget(),
          received: () => this.#hear(),
        });
      // Closed for good before, by a sign-out perhaps: this page is another's.
      else if (!consumer.connection.isActive()) consumer.connect();
    } finally {
      this.#subscribing = null;
    }
  }

  #hear() {
    this.#heardSinceVisit = true;
    this.#askAll();
  }

  #askAll() {
    for (const listener of this.#listeners) listener.ask();
  }

  #forget() {
    this.#subscription = null;
  }

  #leave() {
    this.#subscription?.unsubscribe();
    this.#forget();
  }
}
