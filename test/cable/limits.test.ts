import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fakeClock, identifier, RawSocket, startCable, type TestCable, welcomed } from '../support/cable';

let cable: TestCable;
const clock = fakeClock();
const NOTES = identifier('NotesChannel');
const notes = (params: Readonly<Record<string, unknown>>) => identifier('NotesChannel', params);

beforeEach(async () => {
  cable = await startCable({ clock });
});
afterEach(() => cable.stop());

const sockets = (count: number, user: number) =>
  Promise.all(Array.from({ length: count }, () => welcomed(cable.address(user))));

describe('ten sockets a user', () => {
  test('the eleventh is refused without reconnect and without a welcome; other users are unaffected', async () => {
    await sockets(10, 1);
    const eleventh = new RawSocket(cable.address(1));
    expect(await eleventh.closed).toBe(1000);
    expect(eleventh.texts).toEqual([
      '{"type":"disconnect","reason":"too_many_connections","reconnect":false}',
    ]);
    await welcomed(cable.address(2));
  });

  test('one that leaves makes room', async () => {
    const [first] = await sockets(10, 1);
    first?.close();
    await first?.closed;
    await welcomed(cable.address(1));
  });

  test('sockets that no longer answer make room for the ones that a woken laptop opens', async () => {
    const dead = await sockets(10, 1);
    // As after a laptop's sleep: neither closed nor read.
    for (const { socket } of dead) socket.pause();
    await welcomed(cable.address(1));
    expect(cable.cable.counts().connections).toBe(1);
  });

  test('sockets that the eleventh and the heartbeat ping at the same time stay open', async () => {
    const open = await sockets(10, 1);
    for (const { socket } of open) socket.pause();
    const eleventh = await new RawSocket(cable.address(1)).opened();
    await delay(50);
    clock.advance(900);
    for (const { socket } of open) socket.resume();
    expect(await eleventh.next()).toMatchObject({ reason: 'too_many_connections' });
    await Promise.all(open.map((socket) => socket.roundTrip()));
    expect(open.every(({ socket }) => socket.readyState === socket.OPEN)).toBe(true);
  });
});

describe('twenty subscriptions a user', () => {
  test('the twenty-first is rejected, and one given up makes room', async () => {
    const [socket] = await sockets(1, 1);
    for (let number = 0; number < 21; number++) socket?.subscribe(notes({ number }));
    const answers = await socket?.take(21);
    expect(answers?.map(({ type }) => type)).toEqual([
      ...Array(20).fill('confirm_subscription'),
      'reject_subscription',
    ]);
    socket?.unsubscribe(notes({ number: 0 }));
    socket?.subscribe(notes({ number: 21 }));
    expect(await socket?.next()).toMatchObject({ type: 'confirm_subscription' });
  });

  test('they are counted over all sockets, the same one in every tab once', async () => {
    const tabs = await sockets(10, 1);
    for (const tab of tabs) for (const number of [0, 1, 2]) tab.subscribe(notes({ number }));
    for (const tab of tabs)
      expect((await tab.take(3)).every(({ type }) => type === 'confirm_subscription')).toBe(true);
    const [first, second] = tabs;
    for (let number = 3; number < 20; number++) first?.subscribe(notes({ number }));
    await first?.take(17);
    second?.subscribe(notes({ number: 20 }));
    second?.subscribe(notes({ number: 19 }));
    expect(await second?.take(2)).toMatchObject([
      { type: 'reject_subscription' },
      { type: 'confirm_subscription' },
    ]);
  });
});

describe('sixty commands in ten seconds', () => {
  test('the sixty-first closes the socket, whatever it is', async () => {
    const [socket] = await sockets(1, 1);
    for (let number = 0; number < 60; number++) socket?.subscribe(NOTES);
    await socket?.take(60);
    socket?.send('nonsense');
    expect(await socket?.next()).toEqual({
      type: 'disconnect',
      reason: 'too_many_commands',
      reconnect: true,
    });
    expect(await socket?.closed).toBe(1008);
  });

  test('after ten seconds one may go on', async () => {
    const [socket] = await sockets(1, 1);
    for (let round = 0; round < 3; round++) {
      for (let number = 0; number < 60; number++) socket?.subscribe(NOTES);
      await socket?.take(60);
      clock.advance(10_000);
    }
  });

  test.each([
    ['binary frames', (socket: RawSocket) => socket.socket.send(Buffer.alloc(10))],
    ['pings', (socket: RawSocket) => socket.socket.ping()],
    ['nothing that is a command', (socket: RawSocket) => socket.send('[]')],
  ])('a flood of %s ends the same way', async (_what, send) => {
    const [socket] = await sockets(1, 1);
    if (!socket) throw new Error('no socket');
    for (let number = 0; number < 200; number++) send(socket);
    expect(await socket.closed).toBe(1008);
  });

  test('a flood before the welcome does not pile up', async () => {
    const waiting = await startCable({ clock, identify: () => new Promise(() => undefined) });
    const socket = await new RawSocket(waiting.address()).opened();
    for (let number = 0; number < 100; number++)
      socket.subscribe(notes({ number, padding: 'x'.repeat(1_000) }));
    expect(await socket.closed).toBe(1008);
    await waiting.stop();
  });
});

test('before the welcome 64 KB are kept, and no more', async () => {
  const waiting = await startCable({ clock, identify: () => new Promise(() => undefined) });
  const socket = await new RawSocket(waiting.address()).opened();
  for (let number = 0; number < 3; number++) socket.send('x'.repeat(30_000));
  expect(await socket.closed).toBe(1008);
  await waiting.stop();
});

describe('long identifiers', () => {
  const long = (length: number, number = 0) => {
    const base = notes({ number, padding: '' });
    return notes({ number, padding: 'x'.repeat(length - base.length) });
  };

  test.each([4_097, 8_192, 32_000])('one of %d characters is confirmed', async (length) => {
    const [socket] = await sockets(1, 1);
    socket?.subscribe(long(length));
    expect(await socket?.next()).toEqual({ identifier: long(length), type: 'confirm_subscription' });
    await cable.broadcast('notes:1', 'heard');
    expect(await socket?.next()).toEqual({ identifier: long(length), message: 'heard' });
  });

  test('a user may hold twenty of 8 KB, in every tab', async () => {
    for (const tab of await sockets(3, 1)) {
      for (let number = 0; number < 20; number++) tab.subscribe(long(8_192, number));
      const answers = await tab.take(20);
      expect(new Set(answers.map(({ type }) => type))).toEqual(new Set(['confirm_subscription']));
    }
  });

  test('those of a user take 256 KB at most, and one given up makes room', async () => {
    const [socket, tab] = await sockets(2, 1);
    for (let number = 0; number < 9; number++) socket?.subscribe(long(32_000, number));
    const answers = await socket?.take(9);
    expect(answers?.map(({ type }) => type)).toEqual([
      ...Array(8).fill('confirm_subscription'),
      'reject_subscription',
    ]);
    tab?.subscribe(long(32_000, 8));
    tab?.subscribe(long(32_000, 7));
    expect(await tab?.take(2)).toMatchObject([
      { type: 'reject_subscription' },
      { type: 'confirm_subscription' },
    ]);
    socket?.unsubscribe(long(32_000, 0));
    socket?.subscribe(long(32_000, 8));
    expect(await socket?.next()).toMatchObject({ type: 'confirm_subscription' });
  });
});

test('a client that does not read is dropped before its buffer grows, and delays no other client', async () => {
  const slow = await welcomed(cable.address(1));
  const quick = await welcomed(cable.address(2));
  const shared = notes({ streams: ['all'] });
  for (const socket of [slow, quick]) {
    socket.subscribe(shared);
    await socket.next();
  }
  slow.socket.pause();
  const message = 'x'.repeat(20_000);
  let sent = 0;
  for (; cable.cable.counts().connections === 2 && sent < 2_000; sent++) {
    await cable.broadcast('all', message);
    await quick.next();
  }
  expect(cable.cable.counts()).toMatchObject({ connections: 1, users: 1 });
  // The operating system's buffers and 1 MB of ours.
  expect(sent).toBeLessThan(1_000);
  slow.socket.resume();
  expect(await slow.closed).toBe(1006);
});

test('someone who pings without reading the answers is cut off, too', async () => {
  const socket = await welcomed(cable.address(1));
  socket.socket.pause();
  for (let round = 0; round < 5_000 && cable.cable.counts().connections > 0; round++) {
    for (let number = 0; number < 59; number++) socket.socket.ping(Buffer.alloc(125));
    clock.advance(10_000);
    await new Promise(setImmediate);
  }
  expect(cable.cable.counts().connections).toBe(0);
});

describe('the heartbeat', () => {
  test('pings every three seconds with the time, the first within three seconds of the welcome', async () => {
    const socket = await welcomed(cable.address(1));
    const pings = () => socket.texts.filter((text) => text.startsWith('{"type":"ping"'));
    clock.advance(3_000);
    clock.advance(3_000);
    clock.advance(3_000);
    await socket.settled();
    expect(pings()).toHaveLength(3);
    const times = pings().map((text) => (JSON.parse(text) as { message: number }).message);
    expect(times.every(Number.isInteger)).toBe(true);
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 3, 6]);
    expect(Math.floor(clock.now() / 1_000) - (times.at(-1) ?? 0)).toBeLessThanOrEqual(3);
  });

  test('keeps its rate with many connections, one ping each', async () => {
    const many = (await Promise.all(Array.from({ length: 30 }, (_, user) => sockets(5, user + 1)))).flat();
    clock.advance(3_000);
    await Promise.all(many.map((socket) => socket.settled()));
    for (const { texts } of many) expect(texts.filter((text) => text.includes('ping'))).toHaveLength(1);
  });

  test('a dead peer is dropped within thirty seconds, a live one stays connected', async () => {
    const [dead, alive] = [await welcomed(cable.address(1)), await welcomed(cable.address(2))];
    dead.socket.pause();
    for (let second = 0; second < 30; second++) {
      clock.advance(1_000);
      await alive.settled().catch(() => undefined);
    }
    expect(cable.cable.counts()).toMatchObject({ connections: 1, users: 1 });
    expect(alive.socket.readyState).toBe(alive.socket.OPEN);
  });

  test('who is not identified in fifteen seconds is let go', async () => {
    const stuck = await startCable({ clock, identify: () => new Promise(() => undefined) });
    const socket = await new RawSocket(stuck.address()).opened();
    clock.advance(10_000);
    // It still answers ping frames.
    await socket.roundTrip();
    clock.advance(9_000);
    expect(await socket.closed).toBe(1011);
    expect(socket.texts).toEqual([]);
    await stuck.stop();
  });
});

describe('storms', () => {
  test('identifications take turns, and everyone is served', async () => {
    let atOnce = 0;
    let most = 0;
    const storm = await startCable({
      async identify({ url = '' }) {
        most = Math.max(most, ++atOnce);
        await delay(1);
        atOnce--;
        return { id: Number(new URL(url, 'http://any').searchParams.get('user')), sessionKey: 's' };
      },
    });
    const all = await Promise.all(
      Array.from({ length: 300 }, (_, user) => welcomed(storm.address(user + 1))),
    );
    expect(all).toHaveLength(300);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(64);
    await storm.stop();
  });

  test('sockets that close while waiting are not identified', async () => {
    let requests = 0;
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const storm = await startCable({
      async identify() {
        requests++;
        await gate;
        return { id: 1, sessionKey: 's' };
      },
    });
    const all = await Promise.all(Array.from({ length: 100 }, () => new RawSocket(storm.address()).opened()));
    for (const socket of all) socket.close();
    while (storm.cable.counts().connections > 0) await delay(1);
    go();
    await delay(10);
    expect(requests).toBe(64);
    await storm.stop();
  });

  test('connections that never finish their handshake do not disturb others', async () => {
    const port = Number(new URL(cable.origin).port);
    const halves: Socket[] = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'));
    await Promise.all(halves.map((socket) => once(socket, 'connect')));
    for (const socket of halves) socket.write('GET /cable HTTP/1.1\r\nUpgrade: websocket\r\n');
    await welcomed(cable.address(1));
    for (const socket of halves) socket.destroy();
  });
});
