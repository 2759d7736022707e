import { limitConcurrency } from '../../server/storage/image-process';

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

test('tasks run in order, a bounded number at a time, and too many waiting ones are refused', async () => {
  const limit = limitConcurrency({ running: 2, waiting: 1 });
  const started: number[] = [];
  const gates = [deferred(), deferred(), deferred()];
  const tasks = gates.map(({ promise }, index) =>
    limit(() => {
      started.push(index);
      return promise;
    }),
  );
  await expect(limit(async () => undefined)).rejects.toMatchObject({ status: 503 });
  expect(started).toEqual([0, 1]);
  gates[0]?.resolve();
  await tasks[0];
  await new Promise(setImmediate);
  expect(started).toEqual([0, 1, 2]);
  for (const { resolve } of gates) resolve();
  await Promise.all(tasks);
  await expect(limit(async () => 'free')).resolves.toBe('free');
});

test('a task that fails frees its place', async () => {
  const limit = limitConcurrency({ running: 1, waiting: 1 });
  const failing = limit(async () => {
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  await expect(limit(async () => 'free')).resolves.toBe('free');
});
