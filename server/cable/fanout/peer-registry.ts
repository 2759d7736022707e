/**
 * Who is connected to the carrier. A process that is killed between a commit and its broadcast takes the broadcast
 * along: when one is gone without a farewell, those who listen have to look for themselves.
 */
export class PeerRegistry {
  readonly #onLoss: () => void;
  #known: ReadonlySet<string> | null = null;
  #gone = new Set<string>();

  constructor(onLoss: () => void) {
    this.#onLoss = onLoss;
  }

  /** Everybody who is there now. */
  count(ids: readonly string[]) {
    const now = new Set(ids);
    const isLost = (id: string) => !now.has(id) && !this.#gone.has(id);
    if (this.#known && [...this.#known].some(isLost)) this.#onLoss();
    this.#known = now;
    this.#gone = new Set();
  }

  markStopped(id: string) {
    this.#gone.add(id);
  }

  /** After a connection of our own was lost, on which everybody looks anyway. */
  forget() {
    this.#known = null;
  }
}
