/** Reports read the primary when the replica is further behind. */
export const MAX_REPLICA_LAG_SECONDS = 30;

/** Covers both bounds of the lag at one sample every 2 s. */
const MAX_SAMPLES = 60;

export interface ReplayState {
  readonly standby: boolean;
  /** Bytes of WAL replayed; null where the server does not say. */
  readonly replayed: bigint | null;
  /** Since the commit replayed last: the lag, or longer if the primary had nothing to commit. */
  readonly commitAgeMs: number | null;
}

/**
 * Compares what the replica has replayed with where the primary was at known times. The replica's own functions call
 * a replica current that lost its primary, and one late that waits for the first commit of an hour.
 */
export class ReplicationLag {
  #samples: { readonly position: bigint; readonly at: number }[] = [];

  record(position: bigint, at: number) {
    const last = this.#samples.at(-1);
    // A promoted standby may count from an earlier position.
    if (last && position < last.position) this.#samples = [];
    this.#samples.push({ position, at });
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift();
  }

  /** Milliseconds since the primary had more than the replica has replayed. */
  lagMs({ standby, replayed, commitAgeMs }: ReplayState, now: number): number {
    if (!standby) return 0;
    const [first] = this.#samples;
    if (first === undefined || replayed === null) return commitAgeMs ?? 0;
    const missing = this.#samples.find(({ position }) => position > replayed);
    if (missing === undefined) return 0;
    const lag = now - missing.at;
    return missing === first ? Math.max(lag, commitAgeMs ?? 0) : lag;
  }
}
