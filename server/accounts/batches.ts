const AT_ONCE = 200;

/**
 * Looks up one at a time where it is quiet, and together what is asked for while a look-up is under way: a storm of
 * questions costs few statements.
 */
export function inBatches<Key, Value>(load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>) {
  type PendingLookup = {
    key: Key;
    resolve: (value: Value | undefined) => void;
    reject: (error: unknown) => void;
  };
  let waiting: PendingLookup[] = [];
  let loading = false;

  async function loadWaiting() {
    loading = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, AT_ONCE);
      waiting = waiting.slice(AT_ONCE);
      try {
        const values = await load(batch.map(({ key }) => key));
        for (const { key, resolve } of batch) resolve(values.get(key));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    loading = false;
  }

  return (key: Key): Promise<Value | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!loading) void loadWaiting();
    });
}
