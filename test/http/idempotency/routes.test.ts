import type { Identity } from '../../../server/http/viewer';
import { Factory } from '../../support/factories';
import { useTestApp } from '../../support/test-app';

const app = useTestApp();
const factory = new Factory(app);

test('every write that lets members in and visitors not says how it is repeated', async () => {
  const members: Identity[] = [await factory.aBuyer(), await factory.aSeller()];
  const writes = app.routes.flatMap((entry) =>
    entry.kind === 'call' && entry.method !== 'GET' && !entry.may(null) && members.some(entry.may)
      ? [entry]
      : [],
  );
  expect(writes.length).toBeGreaterThan(80);
  expect(writes.filter(({ retry }) => retry === null).map(({ method, path }) => `${method} ${path}`)).toEqual(
    [],
  );
});

test('what shows the subject of a write is a GET with at most one parameter, which the write is open to', () => {
  const problems = app.routes.flatMap((entry) => {
    if (entry.kind !== 'call' || !entry.retry || typeof entry.retry === 'string') return [];
    const { method, path } = entry.retry;
    const shown = app.routes.find(
      (other) => other.kind === 'call' && other.method === method && other.path === path,
    );
    const isUsable = shown && method === 'GET' && (path.match(/:/g) ?? []).length <= 1;
    return isUsable ? [] : [`${entry.method} ${entry.path}`];
  });
  expect(problems).toEqual([]);
});

test('no GET keeps answers', () => {
  const kept = app.routes.filter((entry) => entry.kind === 'call' && entry.method === 'GET' && entry.retry);
  expect(kept).toEqual([]);
});
