export interface ConnectionLike {
  open(): unknown;
  reopen(): unknown;
  isOpen(): boolean;
  isActive(): boolean;
  readonly monitor: { isRunning(): unknown; connectionIsStale(): boolean };
}

const FIRST_MS = 700;
const LAST_MS = 5_000;
/** About a minute; then, or where no connection ever stood, the tries become rarer. */
const QUICK_TRIES = 12;
const LAST_RARE_MS = 60_000;
const WATCH_MS = 2_000;
/** Delays by refusal reason; a reason that is not listed is final until the next page. */
const ASK_AGAIN_MS: Readonly<Record<string, number>> = {
  // The session ended; the browser may have signed in again.
  remote: 1_000,
  // Another tab may have closed.
  too_many_connections: 30_000,
};

/** Reconnects sooner than the stock monitor, which first checks after 6 to 12 seconds. */
export class Reconnector {
  readonly #connection: ConnectionLike;
  #tries = 0;
  #wasWelcomed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(connection: ConnectionLike) {
    this.#connection = connection;
  }

  welcomed() {
    this.#tries = 0;
    this.#wasWelcomed = true;
    clearTimeout(this.#timer);
  }

  /** The delay is random, so that clients do not reconnect all at once. */
  closed() {
    const last = this.#wasWelcomed && this.#tries < QUICK_TRIES ? LAST_MS : LAST_RARE_MS;
    const after = Math.min(last, FIRST_MS * 2 ** this.#tries++) * (0.5 + Math.random());
    this.#openIn(after, () => this.#connection.monitor.isRunning());
  }

  refused(reason: string): boolean {
    clearTimeout(this.#timer);
    const after = ASK_AGAIN_MS[reason];
    if (after) this.#openIn(after * (0.5 + Math.random()), () => true);
    return after !== undefined;
  }

  now() {
    const { monitor } = this.#connection;
    if (!monitor.isRunning()) return;
    this.#tries = 0;
    if (!this.#connection.isActive()) this.#openIn(100 * Math.random(), () => monitor.isRunning());
    else this.look();
  }

  look() {
    const { monitor } = this.#connection;
    if (this.#connection.isOpen() && monitor.isRunning() && monitor.connectionIsStale())
      this.#connection.reopen();
  }

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
