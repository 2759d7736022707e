import { isCapable } from '../../../server/contract/capabilities';
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

test('what shows the subject of a write is a GET with at most one parameter, open to every role that may write', async () => {
  const [buyer, seller] = [await factory.aBuyer(), await factory.aSeller()];
  const members: Identity[] = [buyer, seller];
  for (const role of ['approver', 'purchaser', 'viewer'] as const)
    members.push(await factory.aMember(buyer, role));
  for (const role of ['manager', 'warehouse'] as const) members.push(await factory.aMember(seller, role));
  const problems = app.routes.flatMap((entry) => {
    if (entry.kind !== 'call' || !entry.retry || typeof entry.retry === 'string') return [];
    const { method, path } = entry.retry;
    const shown = app.routes.find(
      (other) => other.kind === 'call' && other.method === method && other.path === path,
    );
    if (shown?.kind !== 'call' || method !== 'GET' || (path.match(/:/g) ?? []).length > 1)
      return [`${entry.method} ${entry.path}`];
    const opensTo = (call: typeof shown, member: Identity) =>
      call.may(member) && isCapable(member, call.needs ?? null);
    return members
      .filter((member) => opensTo(entry, member) && !opensTo(shown, member))
      .map(({ kind, role }) => `${entry.method} ${entry.path} of a ${kind}'s ${role}`);
  });
  expect(problems).toEqual([]);
});

test('no GET keeps answers', () => {
  const kept = app.routes.filter((entry) => entry.kind === 'call' && entry.method === 'GET' && entry.retry);
  expect(kept).toEqual([]);
});
