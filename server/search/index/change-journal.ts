const MAX_VERSIONS = 5_000;
const MAX_NOTED = 20_000;

/** Which listings the latest versions of an index changed. */
export class ChangeJournal {
  version = 0;
  private changes: (readonly number[])[] = [];
  private noted = 0;

  note(ids: readonly number[]) {
    this.version += 1;
    this.changes.push(ids);
    this.noted += ids.length;
    while (this.changes.length > MAX_VERSIONS || this.noted > MAX_NOTED)
      this.noted -= this.changes.shift()?.length ?? 0;
  }

  /** Null if that is too long ago. */
  changedSince(version: number): ReadonlySet<number> | null {
    const missing = this.version - version;
    if (missing > this.changes.length) return null;
    return new Set(missing === 0 ? [] : this.changes.slice(-missing).flat());
  }
}
