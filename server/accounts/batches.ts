import DataLoader from 'dataloader';

const MAX_BATCH = 200;

/** Runs one query at a time. Look-ups that arrive meanwhile share the next ones, up to 200 keys each. */
export function inBatches<Key, Value>(load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>) {
  let running: Promise<unknown> = Promise.resolve();
  let last: Promise<unknown> = running;
  const loader = new DataLoader<Key, Value | undefined>(
    async (keys) => {
      const loading = load(keys);
      running = loading.catch(() => undefined);
      const values = await loading;
      return keys.map((key) => values.get(key));
    },
    {
      cache: false,
      maxBatchSize: MAX_BATCH,
      batchScheduleFn: (run) => {
        last = last.then(() => {
          run();
          return running;
        });
      },
    },
  );
  return (key: Key): Promise<Value | undefined> => loader.load(key);
}
