import { inBatches } from '../../server/accounts/batches';

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

function recordedLookups() {
  const sizes: number[] = [];
  let running = 0;
  let mostAtOnce = 0;
  const find = inBatches(async (keys: readonly number[]) => {
    sizes.push(keys.length);
    mostAtOnce = Math.max(mostAtOnce, ++running);
    await pause();
    running -= 1;
    if (keys.includes(-1)) throw new Error('The query failed');
    return new Map(keys.filter((key) => key % 2 === 0).map((key) => [key, `value ${key}`]));
  });
  return { find, sizes, mostAtOnce: () => mostAtOnce };
}

test('look-ups share queries of at most 200 keys, one query at a time', async () => {
  const { find, sizes, mostAtOnce } = recordedLookups();
  const keys = Array.from({ length: 500 }, (_, key) => key);
  const values = await Promise.all(keys.map(find));
  expect(values.slice(0, 3)).toEqual(['value 0', undefined, 'value 2']);
  expect(sizes).toEqual([200, 200, 100]);
  expect(mostAtOnce()).toBe(1);
});

test('look-ups that arrive during a query share the next one', async () => {
  const { find, sizes } = recordedLookups();
  const first = find(0);
  const later: Promise<unknown>[] = [];
  for (let key = 1; key < 50; key += 1) {
    await Promise.resolve();
    later.push(find(key));
  }
  await Promise.all([first, ...later]);
  expect(sizes.length).toBeLessThanOrEqual(2);
});

test('a failed query fails its look-ups, and later ones work', async () => {
  const { find } = recordedLookups();
  await expect(Promise.all([find(-1), find(2)])).rejects.toThrow('The query failed');
  expect(await find(2)).toBe('value 2');
});
