const MAX_PER_PROCESS = 2;

/** Exports in progress: two per process, one per account. */
export class BulkLimit {
  readonly #running = new Set<string>();

  enter(account: string): boolean {
    if (this.#running.size >= MAX_PER_PROCESS || this.#running.has(account)) return false;
    this.#running.add(account);
    return true;
  }

  leave(account: string) {
    this.#running.delete(account);
  }
}
