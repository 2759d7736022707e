import {
  type CableFrame,
  fakeClock,
  identifier,
  RawSocket,
  startCable,
  type TestCable,
} from '../support/cable';
import { notesChannel } from '../support/cable-basics';

const EXTENDED = { protocols: ['actioncable-v1-ext-json'] };
const NOTES = identifier('NotesChannel');
const clock = fakeClock(Date.now());

let mayRead = true;
let cable: TestCable;
beforeEach(async () => {
  mayRead = true;
  const privateChannel = { ...notesChannel, name: 'PrivateChannel', may: () => mayRead };
  cable = await startCable({ clock, channels: [notesChannel, privateChannel] });
});
afterEach(() => cable.stop());

async function welcomed(address = cable.address()) {
  const socket = new RawSocket(address, EXTENDED);
  return { socket, welcome: await socket.next() };
}

async function open(address?: string) {
  const { socket } = await welcomed(address);
  return socket;
}

async function subscribed(history?: unknown) {
  const socket = await open();
  socket.send({ command: 'subscribe', identifier: NOTES, history });
  expect(await socket.next()).toEqual({ identifier: NOTES, type: 'confirm_subscription' });
  return socket;
}

const resumed = (sid: unknown, user = 1, session?: string) =>
  welcomed(`${cable.address(user, session)}&sid=${sid}`);

const broadcast = async (...messages: readonly unknown[]) => {
  for (const message of messages) await cable.broadcast('notes:1', message);
};

/** The position of the stream's last message. */
async function position() {
  const socket = await subscribed();
  await broadcast('last');
  const { epoch, offset } = await socket.next();
  socket.close();
  return { epoch, offset: Number(offset) };
}

const messagesOf = (frames: readonly CableFrame[]) => frames.map(({ message }) => message);
const missedAfter = (at: object) => ({ streams: { 'notes:1': at } });
const CONFIRMED = { identifier: NOTES, type: 'confirm_history' };
const REJECTED = { identifier: NOTES, type: 'reject_history' };

test.each([
  [['actioncable-v1-ext-json'], 'actioncable-v1-ext-json'],
  [['actioncable-v1-ext-json', 'actioncable-v1-json'], 'actioncable-v1-ext-json'],
  [['actioncable-v1-json', 'actioncable-unsupported', 'actioncable-v1-ext-json'], 'actioncable-v1-json'],
])('a client that offers %o speaks %s', async (protocols, spoken) => {
  const socket = await new RawSocket(cable.address(), { protocols }).opened();
  expect(socket.socket.protocol).toBe(spoken);
  socket.close();
});

test('the welcome names the session, and each message has its position in the stream', async () => {
  const { socket, welcome } = await welcomed();
  expect(welcome).toEqual({ type: 'welcome', sid: expect.stringMatching(/^[\w-]{12}\.[\w-]{12}$/) });
  socket.subscribe(NOTES);
  await socket.next();
  await broadcast({ id: 1 }, { id: 2 });
  const [first, second] = await socket.take(2);
  expect(first).toEqual({
    identifier: NOTES,
    message: { id: 1 },
    stream_id: 'notes:1',
    epoch: expect.stringMatching(/^[0-9a-f]{8}$/),
    offset: 1,
  });
  expect(second).toEqual({ ...first, message: { id: 2 }, offset: 2 });
  socket.close();
});

test('a client that has a position gets what came after it, then the confirmation, then live messages', async () => {
  const at = await position();
  await broadcast(1, 2, 3);
  const socket = await subscribed(missedAfter({ ...at, offset: at.offset + 1 }));
  const missed = await socket.take(3);
  expect(messagesOf(missed)).toEqual([2, 3, undefined]);
  expect(missed.map(({ offset }) => offset)).toEqual([at.offset + 2, at.offset + 3, undefined]);
  expect(missed[2]).toEqual(CONFIRMED);
  await broadcast(4);
  expect(await socket.next()).toMatchObject({ message: 4, offset: at.offset + 4 });
  socket.close();
});

test('a client that has everything gets the confirmation alone', async () => {
  const socket = await subscribed(missedAfter(await position()));
  expect(await socket.next()).toEqual(CONFIRMED);
  expect(await socket.settled()).toEqual([]);
  socket.close();
});

test('messages that come while the history is read follow it, each once', async () => {
  const at = await position();
  await broadcast(1);
  const answer = cable.delayHistory();
  const socket = await subscribed(missedAfter(at));
  await broadcast(2, 3);
  expect(await socket.settled()).toEqual([]);
  answer();
  expect(messagesOf(await socket.take(4))).toEqual([1, 2, 3, undefined]);
  await broadcast(4);
  expect(messagesOf(await socket.settled())).toEqual([4]);
  socket.close();
});

test('without a position a client gets what came since a time', async () => {
  const since = Math.floor(Date.now() / 1_000);
  await broadcast(1, 2);
  const socket = await subscribed({ since });
  expect(messagesOf(await socket.take(3))).toEqual([1, 2, undefined]);
  const later = await subscribed({ since: Date.now() / 1_000 + 0.5 });
  expect(await later.next()).toEqual(CONFIRMED);
  for (const each of [socket, later]) each.close();
});

test('of a stream without messages nothing was missed', async () => {
  const socket = await subscribed({ since: 1_700_000_000 });
  expect(await socket.next()).toEqual(CONFIRMED);
  socket.close();
});

describe('the history is rejected', () => {
  test('of more messages than are kept', async () => {
    const at = await position();
    await broadcast(...Array(101).keys());
    const socket = await subscribed(missedAfter(at));
    expect(await socket.next()).toEqual(REJECTED);
    const later = await subscribed(missedAfter({ ...at, offset: at.offset + 1 }));
    expect(messagesOf(await later.take(101))).toEqual(
      [...Array(101).keys()].slice(1).concat(undefined as never),
    );
    for (const each of [socket, later]) each.close();
  });

  test('of a message too long to keep, which live clients get', async () => {
    const at = await position();
    const long = 'x'.repeat(9_000);
    const live = await subscribed();
    await broadcast(long);
    expect(await live.next()).toMatchObject({ message: long, offset: at.offset + 1 });
    const socket = await subscribed(missedAfter(at));
    expect(await socket.next()).toEqual(REJECTED);
    for (const each of [socket, live]) each.close();
  });

  test.each([
    ['another epoch', (at: object) => missedAfter({ ...at, epoch: '00000000' })],
    ['a position that the stream has not reached', (at: object) => missedAfter({ ...at, offset: 1_000 })],
    ['a time in the future', () => ({ since: Date.now() / 1_000 + 60 })],
    ['neither a position nor a time', () => ({})],
    ['positions in other streams alone', (at: object) => ({ streams: { 'notes:2': at } })],
  ])('of %s', async (_name, historyOf) => {
    const history = historyOf(await position());
    const socket = await subscribed(history);
    expect(await socket.next()).toEqual(REJECTED);
    await broadcast('live');
    expect(await socket.next()).toMatchObject({ message: 'live' });
    socket.close();
  });

  test('where it cannot be read', async () => {
    await cable.stop();
    const readHistory = async () => {
      throw new Error('down');
    };
    const broadcast = async () => undefined;
    cable = await startCable({
      clock,
      cable: { broadcast, readHistory, addListener: () => () => undefined },
    });
    const socket = await subscribed({ since: 1 });
    expect(await socket.next()).toEqual(REJECTED);
    socket.close();
  });
});

test('a history command of a live subscription brings nothing twice', async () => {
  const at = await position();
  await broadcast(1);
  const socket = await subscribed();
  await broadcast(2, 3);
  socket.send({ command: 'history', identifier: NOTES, history: missedAfter(at) });
  expect(messagesOf(await socket.take(4))).toEqual([2, 3, 1, undefined]);
  socket.send({ command: 'history', identifier: NOTES, history: missedAfter(at) });
  expect(await socket.next()).toEqual(CONFIRMED);
  expect(await socket.settled()).toEqual([]);
  socket.close();
});

test.each([
  'text',
  7,
  [],
  { since: 'now' },
  { since: null, streams: 'notes:1' },
  { streams: { 'notes:1': null } },
  { streams: { 'notes:1': { epoch: 7, offset: 1 } } },
  { streams: { 'notes:1': { epoch: 'x'.repeat(65), offset: 1 } } },
  { streams: { 'notes:1': { epoch: 'x', offset: -1 } } },
  { streams: { 'notes:1': { epoch: 'x', offset: 1.5 } } },
  { streams: JSON.parse('{"__proto__":{"epoch":"x","offset":1}}') },
])('history %j is no request that can be met, and the connection stays', async (history) => {
  const socket = await subscribed();
  socket.send({ command: 'history', identifier: NOTES, history });
  socket.send({ command: 'history', identifier: 'unknown', history });
  socket.send({ command: 'history', identifier: identifier('NoSuchChannel'), history });
  expect(await socket.next()).toEqual(REJECTED);
  expect(await socket.settled()).toEqual([]);
  socket.close();
});

test('pongs get no reply; they and history requests count as commands', async () => {
  for (const command of [
    { command: 'pong' },
    { command: 'history', identifier: NOTES, history: { since: 1 } },
  ]) {
    const socket = await open();
    for (let count = 0; count < 60; count++) socket.send(command);
    await socket.roundTrip().catch(() => undefined);
    socket.send(command);
    expect(await socket.next()).toMatchObject({ type: 'disconnect', reason: 'too_many_commands' });
    await socket.closed;
  }
});

test('after a gap of the fan-out clients refetch and get each message once', async () => {
  const socket = await subscribed();
  await broadcast(1);
  await socket.next();
  cable.gap();
  await broadcast(2);
  expect(messagesOf(await socket.take(2)).toSorted()).toEqual([2, undefined]);
  expect(await socket.settled()).toEqual([]);
  socket.close();
});

describe('a session', () => {
  /** A cut session and the position of its last message. */
  async function cut(channel = 'NotesChannel', session?: string) {
    const { socket, welcome } = await welcomed(cable.address(1, session));
    socket.subscribe(identifier(channel));
    await socket.next();
    await broadcast('before');
    const { epoch, offset } = await socket.next();
    socket.close();
    await until(() => cable.cable.counts().connections === 0);
    return { sid: welcome.sid, at: { epoch, offset } };
  }

  const until = async (isDone: () => boolean) => {
    while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  test('resumes its subscriptions; what is sent meanwhile waits for the request of the history', async () => {
    const { sid, at } = await cut();
    await broadcast('missed');
    const { socket, welcome } = await resumed(sid);
    expect(welcome).toEqual({
      type: 'welcome',
      sid: expect.any(String),
      restored: true,
      restored_ids: [NOTES],
    });
    expect(welcome.sid).not.toBe(sid);
    await broadcast('meanwhile');
    expect(await socket.settled()).toEqual([]);
    socket.send({ command: 'history', identifier: NOTES, history: missedAfter(at) });
    expect(messagesOf(await socket.take(3))).toEqual(['missed', 'meanwhile', undefined]);
    await broadcast('live');
    expect(await socket.next()).toMatchObject({ message: 'live', offset: Number(at.offset) + 3 });
    socket.close();
  });

  test('knows where a client began that received nothing', async () => {
    await broadcast('before');
    const { socket, welcome } = await welcomed();
    socket.send({ command: 'subscribe', identifier: NOTES, history: { since: Date.now() / 1_000 + 0.5 } });
    await socket.take(2);
    socket.close();
    await until(() => cable.cable.counts().connections === 0);
    await broadcast('missed');
    const again = await resumed(welcome.sid);
    again.socket.send({ command: 'history', identifier: NOTES });
    expect(messagesOf(await again.socket.take(2))).toEqual(['missed', undefined]);
    again.socket.close();
  });

  test('of an open socket resumes, too, because cuts are noticed late', async () => {
    const { socket, welcome } = await welcomed();
    socket.subscribe(NOTES);
    await socket.next();
    expect((await resumed(welcome.sid)).welcome).toMatchObject({ restored: true });
    socket.close();
  });

  test('whose client does not request the history gets live messages after 10 s', async () => {
    const { sid } = await cut();
    const { socket } = await resumed(sid);
    await broadcast('meanwhile');
    for (let seconds = 0; seconds < 15; seconds += 3) {
      clock.advance(3_000);
      await socket.roundTrip();
    }
    expect(await socket.take(2)).toMatchObject([REJECTED, { message: 'meanwhile' }]);
    socket.close();
  });

  test.each([
    ['of another account', async (sid: unknown) => resumed(sid, 2)],
    ['of another sign-in', async (sid: unknown) => resumed(sid, 1, 'later')],
    [
      'older than a minute',
      async (sid: unknown) => {
        clock.advance(60_000);
        return resumed(sid);
      },
    ],
    [
      'that was revoked',
      async (sid: unknown) => {
        await cable.broadcast('action_cable/disconnect', { sessionKey: 'session-1', reconnect: false });
        return resumed(sid);
      },
    ],
    [
      'of an account that was revoked',
      async (sid: unknown) => {
        await cable.broadcast('action_cable/disconnect', { userId: 1, reconnect: true });
        return resumed(sid);
      },
    ],
  ])('%s does not resume', async (_name, resume) => {
    const { sid } = await cut();
    const { socket, welcome } = await resume(sid);
    expect(welcome).toEqual({ type: 'welcome', sid: expect.any(String) });
    await broadcast('secret');
    expect(await socket.settled()).toEqual([]);
    socket.close();
  });

  test.each(['', 'x', '%00', 'x'.repeat(5_000), 'aaaaaaaaaaaa.bbbbbbbbbbbb'])(
    'with the id %j is unknown',
    async (sid) => {
      const { socket, welcome } = await resumed(sid);
      expect(welcome).toEqual({ type: 'welcome', sid: expect.any(String) });
      socket.close();
    },
  );

  test('that the server ended does not resume', async () => {
    const { socket, welcome } = await welcomed();
    socket.subscribe(NOTES);
    await socket.next();
    await cable.broadcast('action_cable/disconnect', { userId: 2, reconnect: true });
    for (let count = 0; count < 70; count++) socket.send({ command: 'pong' });
    await socket.closed;
    expect((await resumed(welcome.sid)).welcome.restored).toBeUndefined();
  });

  test('resumes what its account may still read', async () => {
    const { sid } = await cut('PrivateChannel');
    mayRead = false;
    const { socket, welcome } = await resumed(sid);
    expect(welcome).toMatchObject({ restored: true, restored_ids: [] });
    socket.send({ command: 'history', identifier: identifier('PrivateChannel'), history: { since: 1 } });
    await broadcast('secret');
    expect(await socket.settled()).toEqual([]);
    socket.close();
  });

  test('keeps the limit of subscriptions', async () => {
    const { socket, welcome } = await welcomed();
    for (let number = 0; number < 20; number++) socket.subscribe(identifier('NotesChannel', { number }));
    await socket.take(20);
    const again = await resumed(welcome.sid);
    expect(again.welcome.restored_ids).toHaveLength(20);
    again.socket.subscribe(identifier('NotesChannel', { number: 20 }));
    expect(await again.socket.next()).toMatchObject({ type: 'reject_subscription' });
    for (const each of [socket, again.socket]) each.close();
  });

  test('is saved as one of the ten latest of its user', async () => {
    const sids: unknown[] = [];
    for (let number = 0; number < 11; number++) sids.push((await cut()).sid);
    expect((await resumed(sids[0])).welcome.restored).toBeUndefined();
    expect((await resumed(sids[1])).welcome.restored).toBe(true);
  });

  test('leaves nothing behind', async () => {
    await cut();
    expect(cable.cable.counts()).toEqual({ connections: 0, users: 0, streams: 0 });
  });
});
