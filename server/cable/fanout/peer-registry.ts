/** A killed process may lose a broadcast after its commit, so listeners refetch when a peer vanishes. */
export class PeerRegistry {
  readonly #onLoss: () => void;
  #connected: ReadonlySet<string> | null = null;
  #stopped = new Set<string>();

  constructor(onLoss: () => void) {
    this.#onLoss = onLoss;
  }

  update(ids: readonly string[]) {
    const current = new Set(ids);
    const isLost = (id: string) => !current.has(id) && !this.#stopped.has(id);
    if (this.#connected && [...this.#connected].some(isLost)) this.#onLoss();
    this.#connected = current;
    this.#stopped = new Set();
  }

  markStopped(id: string) {
    this.#stopped.add(id);
  }

  /** Called after this process reconnects, which is announced as a gap anyway. */
  reset() {
    this.#connected = null;
  }
}
