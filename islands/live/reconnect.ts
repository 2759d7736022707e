/** As much of the stock connection as is used here. */
export interface ConnectionLike {
  open(): unknown;
  reopen(): unknown;
  isOpen(): boolean;
  isActive(): boolean;
  readonly monitor: { isRunning(): unknown; connectionIsStale(): boolean };
}

const FIRST_MS = 700;
const LAST_MS = 5_000;
const WATCH_MS = 2_000;
/** By the reason of the refusal; none, and it is not asked again before the next page. */
const ASK_AGAIN_MS: Readonly<Record<string, number>> = {
  // Signed out, and perhaps in again as somebody else.
  remote: 1_000,
  // A tab may have been closed meanwhile.
  too_many_connections: 30_000,
};

/**
 * Brings the socket back sooner than the stock client, which first looks after 6 to 12 seconds. The stock monitor
 * stays in charge where this has nothing to say.
 */
export class Reconnector {
  readonly #connection: ConnectionLike;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(connection: ConnectionLike) {
    this.#connection = connection;
  }

  /** The socket was opened and answered. */
  welcomed() {
    this.#tries = 0;
    clearTimeout(this.#timer);
  }

  /** The socket is closed. Spread, so that all pages of a broken server do not come back as one. */
  closed() {
    const after = Math.min(LAST_MS, FIRST_MS * 2 ** this.#tries++) * (0.5 + Math.random());
    this.#openIn(after, () => this.#connection.monitor.isRunning());
  }

  /** The server said that it will not have this socket; answers whether it is asked again. */
  refused(reason: string): boolean {
    clearTimeout(this.#timer);
    const after = ASK_AGAIN_MS[reason];
    if (after) this.#openIn(after * (0.5 + Math.random()), () => true);
    return after !== undefined;
  }

  /** The network or the page is back: now, if it is not open or has been silent for too long. */
  now() {
    const { monitor } = this.#connection;
    if (!monitor.isRunning()) return;
    this.#tries = 0;
    if (!this.#connection.isActive()) this.#openIn(100 * Math.random(), () => monitor.isRunning());
    else this.look();
  }

  /** A socket on which nothing has come for 6 s is dead, though nobody said so. */
  look() {
    const { monitor } = this.#connection;
    if (this.#connection.isOpen() && monitor.isRunning() && monitor.connectionIsStale())
      this.#connection.reopen();
  }

  /** Looks from time to time, until the answer is called. */
  watch(): () => void {
    const timer = setInterval(() => this.look(), WATCH_MS);
    return () => clearInterval(timer);
  }

  #openIn(ms: number, still: () => unknown) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (still() && !this.#connection.isActive()) this.#connection.open();
    }, ms);
  }
}
