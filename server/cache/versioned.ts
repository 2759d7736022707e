/** A value with the versions of its sources; valid while they are identical. */
export interface Versioned<Value> {
  readonly versions: readonly unknown[];
  readonly value: Value;
}

export const valueAt = <Value>(
  entry: Versioned<Value> | null | undefined,
  versions: readonly unknown[],
): Value | undefined =>
  entry?.versions.every((version, at) => version === versions[at]) ? entry.value : undefined;

export function memoByVersion<Key extends WeakKey, Value>() {
  const entries = new WeakMap<Key, Versioned<Value>>();
  return (key: Key, versions: readonly unknown[], make: () => Value): Value => {
    const cached = valueAt(entries.get(key), versions);
    if (cached !== undefined) return cached;
    const value = make();
    entries.set(key, { versions, value });
    return value;
  };
}
