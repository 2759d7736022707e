import { setTimeout as delay } from 'node:timers/promises';
import { DISCONNECTS } from '../../server/cable/cable';
import type { Identity } from '../../server/cable/channel';
import type { Connection } from '../../server/cable/connection';
import { ConnectionRegistry } from '../../server/cable/connection-registry';
import { SessionRevalidator } from '../../server/cable/revocation';
import {
  type FakeClock,
  fakeClock,
  identifier,
  RawSocket,
  silent,
  startCable,
  type TestCable,
  welcomed,
} from '../support/cable';

const NOTES = identifier('NotesChannel');
let running: TestCable[] = [];

async function start(options: Parameters<typeof startCable>[0] = {}) {
  const cable = await startCable(options);
  running.push(cable);
  return cable;
}
afterEach(async () => {
  await Promise.all(running.map((cable) => cable.stop()));
  running = [];
});

const revoke = (
  cable: TestCable,
  target: Partial<Record<'userId' | 'sessionKey', unknown>>,
  reconnect = false,
) => cable.broadcast(DISCONNECTS, { ...target, reconnect });

test('a user is cut off everywhere, with the reason; others stay', async () => {
  const cable = await start();
  const mine = [await welcomed(cable.address(1, 'a')), await welcomed(cable.address(1, 'b'))];
  const other = await welcomed(cable.address(2));
  await revoke(cable, { userId: 1 });
  for (const socket of mine) {
    expect(await socket.next()).toEqual({ type: 'disconnect', reason: 'remote', reconnect: false });
    expect(await socket.closed).toBe(1000);
  }
  expect(await other.settled()).toEqual([]);
});

test('a session is disconnected alone, optionally with reconnect', async () => {
  const cable = await start();
  const [ended, kept] = [await welcomed(cable.address(1, 'a')), await welcomed(cable.address(1, 'b'))];
  await revoke(cable, { sessionKey: 'a' }, true);
  expect(await ended.next()).toEqual({ type: 'disconnect', reason: 'remote', reconnect: true });
  expect(await kept.settled()).toEqual([]);
});

test('nothing more is delivered to a socket that was cut off, though its client does not close', async () => {
  const cable = await start();
  const socket = await welcomed(cable.address(1));
  socket.subscribe(NOTES);
  await socket.next();
  await revoke(cable, { userId: 1 });
  await cable.broadcast('notes:1', 'secret');
  await socket.closed;
  expect(socket.texts.join()).not.toContain('secret');
});

test('a disconnect without a target closes nothing', async () => {
  const cable = await start();
  const socket = await welcomed(cable.address(1));
  await revoke(cable, {});
  await revoke(cable, { userId: null, sessionKey: null });
  expect(await socket.settled()).toEqual([]);
});

describe('revoked while being identified', () => {
  /** An identification with a delayed result, correct at its start. */
  function held() {
    const answers: ((viewer: Identity | null) => void)[] = [];
    const lookups: (() => void)[] = [];
    const identify = () =>
      new Promise<Identity | null>((resolve) => {
        answers.push(resolve);
        lookups.shift()?.();
      });
    const next = async () => {
      if (answers.length === 0) await new Promise<void>((resolve) => lookups.push(resolve));
      return answers.shift() ?? (() => undefined);
    };
    return { identify, next };
  }

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['the user', { userId: 1 }],
    ['the session', { sessionKey: 's' }],
  ])('%s: the old answer does not count, and the new one refuses', async (_what, target) => {
    const { identify, next } = held();
    const cable = await start({ identify });
    const socket = new RawSocket(cable.address());
    const old = await next();
    await revoke(cable, target);
    old({ id: 1, sessionKey: 's' });
    (await next())(null);
    expect(await socket.next()).toEqual({ type: 'disconnect', reason: 'unauthorized', reconnect: false });
  });

  test('another viewer’s revocation does not affect the identification', async () => {
    const { identify, next } = held();
    const cable = await start({ identify });
    const socket = new RawSocket(cable.address());
    const answer = await next();
    await revoke(cable, { userId: 2 });
    answer({ id: 1, sessionKey: 's' });
    expect(await socket.next()).toEqual({ type: 'welcome' });
  });

  test('after a gap the identification is repeated', async () => {
    const { identify, next } = held();
    const cable = await start({ identify });
    const socket = new RawSocket(cable.address());
    const old = await next();
    cable.gap();
    old({ id: 1, sessionKey: 's' });
    (await next())({ id: 1, sessionKey: 's' });
    expect(await socket.next()).toEqual({ type: 'welcome' });
  });

  test('revoked again and again: refused in the end', async () => {
    const { identify, next } = held();
    const cable = await start({ identify });
    const socket = new RawSocket(cable.address());
    for (let time = 0; time < 3; time++) {
      const answer = await next();
      await revoke(cable, { userId: 1 });
      answer({ id: 1, sessionKey: 's' });
    }
    expect(await socket.next()).toMatchObject({ reason: 'unauthorized' });
  });
});

/** Advances the clock slowly enough for live sockets to answer pings. */
async function pass(clock: FakeClock, ms: number, sockets: readonly RawSocket[]) {
  for (let passed = 0; passed < ms; passed += 3_000) {
    clock.advance(3_000);
    for (const socket of sockets) await socket.roundTrip();
  }
}

describe('sessions that end without a revocation', () => {
  test('are found within a minute', async () => {
    const clock = fakeClock();
    const valid = new Set(['a', 'b']);
    const cable = await start({ clock, stillValid: async () => valid });
    const [expired, kept] = [await welcomed(cable.address(1, 'a')), await welcomed(cable.address(1, 'b'))];
    valid.delete('a');
    await pass(clock, 60_000, [expired, kept]);
    expect(await expired.next()).toEqual({ type: 'disconnect', reason: 'remote', reconnect: false });
    expect(await kept.settled()).toEqual([]);
  });

  test('are found as soon as the fan-out reconnects', async () => {
    const valid = new Set(['b']);
    const lookups: (readonly Identity[])[] = [];
    const cable = await start({
      async stillValid(viewers) {
        lookups.push(viewers);
        return valid;
      },
    });
    const [expired, kept] = [await welcomed(cable.address(1, 'a')), await welcomed(cable.address(2, 'b'))];
    cable.gap();
    expect(await expired.next()).toMatchObject({ reason: 'remote' });
    expect(await kept.settled()).toEqual([]);
    expect(lookups[0]?.map(({ id, sessionKey }) => [id, sessionKey])).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
  });

  test('stay connected while the sessions cannot be looked up', async () => {
    const clock = fakeClock();
    const cable = await start({ clock, stillValid: () => Promise.reject(new Error('away')) });
    const socket = await welcomed(cable.address(1));
    await pass(clock, 60_000, [socket]);
    expect(await socket.settled()).toEqual([]);
  });
});

describe('a broken fan-out', () => {
  test('once it is back, every open subscription is confirmed again, on which clients look for what they missed', async () => {
    const cable = await start();
    const socket = await welcomed(cable.address(1));
    const other = identifier('NotesChannel', { n: 2 });
    for (const each of [NOTES, other]) socket.subscribe(each);
    await socket.take(2);
    cable.gap();
    expect(await socket.take(2)).toEqual([
      { identifier: NOTES, type: 'confirm_subscription' },
      { identifier: other, type: 'confirm_subscription' },
    ]);
  });

  test('many sockets are reconfirmed in batches, so that they do not all refetch at once', async () => {
    const confirmed: number[] = [];
    const registry = new ConnectionRegistry<Identity>();
    for (let id = 0; id < 450; id++)
      registry.add(id, {
        reconfirmSubscriptions: () => confirmed.push(id),
      } as unknown as Connection<Identity>);
    const revalidator = new SessionRevalidator({ registry, clock: fakeClock(), log: silent });
    const done = revalidator.afterGap();
    expect(confirmed).toHaveLength(200);
    await done;
    expect(confirmed).toEqual(Array.from({ length: 450 }, (_, id) => id));
  });
});

describe('a restart', () => {
  test('tells every client to reconnect and resolves when all sockets are closed', async () => {
    const cable = await startCable();
    const sockets = await Promise.all(
      Array.from({ length: 20 }, (_, user) => welcomed(cable.address(user + 1))),
    );
    await cable.stop();
    for (const socket of sockets) {
      expect(await socket.next()).toEqual({ type: 'disconnect', reason: 'server_restart', reconnect: true });
      expect(await socket.closed).toBe(1000);
    }
    expect(cable.cable.counts()).toEqual({ connections: 0, users: 0, streams: 0 });
  });

  test('spreads the disconnects, delivers to the remaining sockets meanwhile, and accepts no new one', async () => {
    const cable = await startCable();
    const sockets = await Promise.all(
      Array.from({ length: 40 }, (_, user) => welcomed(cable.address(user + 1))),
    );
    const shared = identifier('NotesChannel', { streams: ['all'] });
    for (const socket of sockets) socket.subscribe(shared);
    await Promise.all(sockets.map((socket) => socket.next()));
    const closing = cable.cable.close({ spreadMs: 1_000 });
    await delay(400);
    const disconnected = () => sockets.filter(({ texts }) => texts.join().includes('server_restart')).length;
    expect(disconnected()).toBeGreaterThan(5);
    expect(disconnected()).toBeLessThan(35);
    const disconnectedBefore = disconnected();
    await cable.broadcast('all', 'still here');
    await delay(20);
    const disconnectedAfter = disconnected();
    const late = new RawSocket(cable.address(1));
    expect(await late.closed).toBe(1006);
    await closing;
    const stillConnected = sockets.filter(({ texts }) => texts.join().includes('still here')).length;
    // Some may be disconnected between the count and the broadcast.
    expect(stillConnected).toBeLessThanOrEqual(40 - disconnectedBefore);
    expect(stillConnected).toBeGreaterThanOrEqual(40 - disconnectedAfter);
    expect(disconnected()).toBe(40);
    await cable.stop();
  });

  test('does not wait for a client that never answers', async () => {
    const cable = await startCable();
    const socket = await welcomed(cable.address(1));
    socket.socket.pause();
    await cable.stop();
    expect(cable.cable.counts().connections).toBe(0);
  });
});
