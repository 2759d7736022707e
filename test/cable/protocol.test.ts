import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { streamSigner } from '../../server/cable/turbo-streams';
import {
  identifier,
  notesChannel,
  RawSocket,
  secretKeyBase,
  startCable,
  type TestCable,
  welcomed,
} from '../support/cable';

let cable: TestCable;
let opened: RawSocket[] = [];

beforeAll(async () => {
  cable = await startCable({
    channels: [
      notesChannel,
      { name: 'StaffChannel', may: ({ id }) => id === 99, streams: () => ['staff'] },
      {
        name: 'PickyChannel',
        may: () => true,
        streams: (_viewer, { room }) => (room === 1 ? ['room:1'] : null),
      },
      {
        name: 'BrokenChannel',
        may: () => true,
        streams() {
          throw new Error('broken');
        },
      },
    ],
  });
});
afterAll(() => cable.stop());
afterEach(() => {
  for (const socket of opened) socket.close();
  opened = [];
});

async function socketOf(user = 1) {
  const socket = await welcomed(cable.address(user));
  opened.push(socket);
  return socket;
}

const NOTES = identifier('NotesChannel');
const confirmed = (of: string) => ({ identifier: of, type: 'confirm_subscription' });
const rejected = (of: string) => ({ identifier: of, type: 'reject_subscription' });

test('the first frame is the welcome, byte for byte', async () => {
  const { texts } = await socketOf();
  expect(texts[0]).toBe('{"type":"welcome"}');
});

test('a subscription is confirmed, and messages carry no type', async () => {
  const socket = await socketOf();
  socket.subscribe(NOTES);
  await socket.next();
  expect(socket.texts.at(-1)).toBe(`{"identifier":${JSON.stringify(NOTES)},"type":"confirm_subscription"}`);
  await cable.broadcast('notes:1', { event: 'changed', id: 7 });
  await socket.next();
  expect(socket.texts.at(-1)).toBe(
    `{"identifier":${JSON.stringify(NOTES)},"message":{"event":"changed","id":7}}`,
  );
});

test.each([
  ['a string', '<turbo-stream action="replace">ü & \u2028 😀</turbo-stream>'],
  ['a number', 9_007_199_254_740_991],
  ['null', null],
  ['false', false],
  ['a list', [1, [2, { a: [] }]]],
  ['what looks like another frame', { type: 'welcome', identifier: 'x' }],
  ['126 bytes and more', 'x'.repeat(200)],
  ['65,536 bytes and more', 'ü'.repeat(50_000)],
])('a message may be %s', async (_what, message) => {
  const socket = await socketOf();
  socket.subscribe(NOTES);
  await socket.next();
  await cable.broadcast('notes:1', message);
  expect(await socket.next()).toEqual({ identifier: NOTES, message });
});

test('what HTML could misread is escaped, as Rails does', async () => {
  const socket = await socketOf();
  socket.subscribe(NOTES);
  await socket.next();
  await cable.broadcast('notes:1', '<b>&\u2028\u2029é');
  await socket.next();
  expect(socket.texts.at(-1)).toContain('"\\u003cb\\u003e\\u0026\\u2028\\u2029é"');
});

test('identifiers are compared and echoed byte for byte', async () => {
  const socket = await socketOf();
  const ways = [NOTES, '{ "channel": "NotesChannel" }', '{"channel":"NotesChannel","a":"é\\u00e9</x>"}'];
  for (const way of ways) socket.subscribe(way);
  expect(await socket.take(3)).toEqual(ways.map(confirmed));
  await cable.broadcast('notes:1', 1);
  expect(await socket.take(3)).toEqual(ways.map((way) => ({ identifier: way, message: 1 })));
});

test('a subscription with several streams receives all of them under its identifier', async () => {
  const socket = await socketOf();
  const twoStreams = identifier('NotesChannel', { streams: ['a', 'b'] });
  socket.subscribe(twoStreams);
  await socket.next();
  await cable.broadcast('a', 1);
  await cable.broadcast('b', 2);
  expect(await socket.take(2)).toEqual([
    { identifier: twoStreams, message: 1 },
    { identifier: twoStreams, message: 2 },
  ]);
});

test('a subscription that names a stream twice receives each message once', async () => {
  const socket = await socketOf();
  const twice = identifier('NotesChannel', { streams: ['a', 'a'] });
  socket.subscribe(twice);
  await socket.next();
  await cable.broadcast('a', 1);
  expect(await socket.settled()).toEqual([{ identifier: twice, message: 1 }]);
  socket.unsubscribe(twice);
  await socket.settled();
  await cable.broadcast('a', 2);
  expect(await socket.settled()).toEqual([]);
});

test('a second subscribe is confirmed again, doubles nothing, and one unsubscribe ends it', async () => {
  const socket = await socketOf();
  socket.subscribe(NOTES);
  socket.subscribe(NOTES);
  expect(await socket.take(2)).toEqual([confirmed(NOTES), confirmed(NOTES)]);
  await cable.broadcast('notes:1', 1);
  expect(await socket.settled()).toEqual([{ identifier: NOTES, message: 1 }]);
  socket.unsubscribe(NOTES);
  expect(await socket.settled()).toEqual([]);
  await cable.broadcast('notes:1', 2);
  expect(await socket.settled()).toEqual([]);
});

test('unsubscribing is not acknowledged, and one may come back', async () => {
  const socket = await socketOf();
  socket.subscribe(NOTES);
  socket.unsubscribe(NOTES);
  socket.subscribe(NOTES);
  expect(await socket.settled()).toEqual([confirmed(NOTES), confirmed(NOTES)]);
  await cable.broadcast('notes:1', 1);
  expect(await socket.settled()).toEqual([{ identifier: NOTES, message: 1 }]);
});

test('subscribe, unsubscribe, subscribe in one breath ends subscribed, a hundred times out of a hundred', async () => {
  for (let round = 0; round < 100; round++) {
    const socket = await welcomed(cable.address(round + 1));
    for (const command of ['subscribe', 'unsubscribe', 'subscribe'])
      socket.send({ command, identifier: NOTES });
    await socket.take(2);
    await cable.broadcast(`notes:${round + 1}`, round);
    expect(await socket.next()).toEqual({ identifier: NOTES, message: round });
    socket.close();
  }
});

test('a refused subscription is rejected and can be retried', async () => {
  const socket = await socketOf();
  const staff = identifier('StaffChannel');
  const picky = identifier('PickyChannel', { room: 2 });
  for (const refused of [staff, picky, staff]) socket.subscribe(refused);
  expect(await socket.take(3)).toEqual([rejected(staff), rejected(picky), rejected(staff)]);
  socket.subscribe(identifier('PickyChannel', { room: 1 }));
  expect(await socket.next()).toEqual(confirmed(identifier('PickyChannel', { room: 1 })));
  await cable.broadcast('staff', 'secret');
  expect(await socket.settled()).toEqual([]);
});

test.each([
  '{"channel":"NoSuchChannel"}',
  '{"channel":"Object"}',
  '{"channel":""}',
  '{"channel":null}',
  '{}',
])('the unknown channel %s is rejected, so that the client stops asking', async (unknown) => {
  const socket = await socketOf();
  socket.subscribe(unknown);
  expect(await socket.next()).toEqual(rejected(unknown));
});

test('Turbo streams are confirmed for a signed name and carry HTML as a string', async () => {
  const socket = await socketOf();
  const signed = streamSigner(secretKeyBase).sign('user:1:header');
  const turbo = identifier('Turbo::StreamsChannel', { signed_stream_name: signed });
  const forged = identifier('Turbo::StreamsChannel', { signed_stream_name: `${signed.slice(0, -1)}x` });
  const foreign = identifier('Turbo::StreamsChannel', {
    signed_stream_name: streamSigner(secretKeyBase).sign('user:2:header'),
  });
  for (const each of [turbo, forged, foreign]) socket.subscribe(each);
  expect(await socket.take(3)).toEqual([confirmed(turbo), rejected(forged), rejected(foreign)]);
  await cable.broadcast('user:1:header', '<turbo-stream></turbo-stream>');
  expect(await socket.next()).toEqual({ identifier: turbo, message: '<turbo-stream></turbo-stream>' });
});

describe('what gets no answer', () => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  test.each<[string, unknown]>([
    ['empty text', ''],
    ['bad JSON', '{"command":'],
    ['null', 'null'],
    ['a number', '7'],
    ['a string', '"subscribe"'],
    ['a list', '[]'],
    ['an empty object', '{}'],
    ['an unknown command', { command: 'explode', identifier: NOTES }],
    ['no identifier', { command: 'subscribe' }],
    ['identifier null', { command: 'subscribe', identifier: null }],
    ['an identifier that is an object', { command: 'subscribe', identifier: { channel: 'NotesChannel' } }],
    ['an identifier that is no JSON', { command: 'subscribe', identifier: 'NotesChannel' }],
    ['an identifier that is a list', { command: 'subscribe', identifier: '["NotesChannel"]' }],
    ['an identifier that is null inside', { command: 'subscribe', identifier: 'null' }],
    ['nesting 5,000 deep', deep],
    ['nesting 5,000 deep in an identifier', { command: 'subscribe', identifier: deep }],
    ['unsubscribing from what one has not', { command: 'unsubscribe', identifier: '{"channel":"Other"}' }],
    ['a message to no subscription', { command: 'message', identifier: '{"channel":"X"}', data: '{}' }],
    ['an unknown action', { command: 'message', identifier: NOTES, data: '{"action":"nope"}' }],
    ['the action subscribed', { command: 'message', identifier: NOTES, data: '{"action":"subscribed"}' }],
    ['the action constructor', { command: 'message', identifier: NOTES, data: '{"action":"constructor"}' }],
    ['data that is no JSON', { command: 'message', identifier: NOTES, data: 'x' }],
    ['data that is no string', { command: 'message', identifier: NOTES, data: { action: 'x' } }],
    ['a channel that fails', { command: 'subscribe', identifier: '{"channel":"BrokenChannel"}' }],
    ['a channel named __proto__ in the command', '{"__proto__":{"command":"subscribe"},"identifier":"{}"}'],
  ])('%s', async (_what, sent) => {
    const socket = await socketOf();
    socket.subscribe(NOTES);
    await socket.next();
    socket.send(sent);
    expect(await socket.settled()).toEqual([]);
    // The connection still works, and no message repeats.
    await cable.broadcast('notes:1', 'still here');
    expect(await socket.settled()).toEqual([{ identifier: NOTES, message: 'still here' }]);
  });

  test('a binary frame', async () => {
    const socket = await socketOf();
    socket.socket.send(Buffer.from(JSON.stringify({ command: 'subscribe', identifier: NOTES })), {
      binary: true,
    });
    expect(await socket.settled()).toEqual([]);
  });
});

test('commands sent before the welcome are kept and handled after it, in order', async () => {
  let letIn: (viewer: { id: number; sessionKey: string }) => void = () => undefined;
  const slow = await startCable({ identify: () => new Promise((resolve) => (letIn = resolve)) });
  const socket = await new RawSocket(slow.address()).opened();
  const other = identifier('NotesChannel', { n: 2 });
  socket.subscribe(NOTES);
  socket.subscribe(other);
  socket.unsubscribe(NOTES);
  await socket.roundTrip();
  expect(socket.texts).toEqual([]);
  letIn({ id: 5, sessionKey: 's' });
  expect(await socket.take(3)).toEqual([{ type: 'welcome' }, confirmed(NOTES), confirmed(other)]);
  await slow.broadcast('notes:5', 1);
  expect(await socket.settled()).toEqual([{ identifier: other, message: 1 }]);
  await slow.stop();
});

test('messages of one stream arrive in the order in which they were sent', async () => {
  const socket = await socketOf();
  socket.subscribe(NOTES);
  await socket.next();
  for (let number = 0; number < 2_000; number++) await cable.broadcast('notes:1', number);
  const frames = await socket.take(2_000);
  expect(frames.map(({ message }) => message)).toEqual(Array.from({ length: 2_000 }, (_, number) => number));
});

test('closed sockets leave nothing behind', async () => {
  const until = async (connections: number) => {
    while (cable.cable.counts().connections > connections) await new Promise(setImmediate);
  };
  await until(0);
  const before = cable.cable.counts();
  expect(before).toEqual({ connections: 0, users: 0, streams: 0 });
  const sockets = await Promise.all(Array.from({ length: 30 }, (_, index) => socketOf(100 + index)));
  for (const socket of sockets) socket.subscribe(NOTES);
  await Promise.all(sockets.map((socket) => socket.next()));
  expect(cable.cable.counts().streams).toBe(before.streams + 30);
  for (const socket of sockets) socket.close();
  await until(0);
  expect(cable.cable.counts()).toEqual(before);
});

describe('under the protocol', () => {
  const MASK = Buffer.from([1, 2, 3, 4]);

  function frame(first: number, payload: Buffer, masked = true) {
    const length =
      payload.length < 126 ? [payload.length] : [126, payload.length >> 8, payload.length & 0xff];
    length[0] = (length[0] ?? 0) | (masked ? 0x80 : 0);
    const body = masked ? payload.map((byte, index) => byte ^ (MASK[index % 4] ?? 0)) : payload;
    return Buffer.concat([Buffer.from([first, ...length]), masked ? MASK : Buffer.alloc(0), body]);
  }

  /** A socket for raw bytes. */
  async function bytes(): Promise<{
    socket: Socket;
    until(test: (got: Buffer) => boolean): Promise<Buffer>;
  }> {
    const { host, port } = new URL(cable.origin);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    let got = Buffer.alloc(0);
    socket.on('data', (data) => {
      got = Buffer.concat([got, data]);
      socket.emit('more');
    });
    socket.on('close', () => socket.emit('more'));
    socket.write(
      `GET /cable?user=1 HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${cable.origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    const until = async (test: (got: Buffer) => boolean) => {
      while (!test(got) && !socket.closed) await once(socket, 'more');
      return got;
    };
    await until((all) => all.includes('welcome'));
    return { socket, until };
  }

  const closeCode = (got: Buffer) => got.readUInt16BE(got.lastIndexOf(0x88) + 2);
  const subscribe = Buffer.from(JSON.stringify({ command: 'subscribe', identifier: NOTES }));

  test('a message in fragments, with a ping in between, is put together and the ping answered', async () => {
    const { socket, until } = await bytes();
    socket.write(frame(0x01, subscribe.subarray(0, 10)));
    socket.write(frame(0x89, Buffer.from('same bytes')));
    socket.write(frame(0x80, subscribe.subarray(10)));
    const got = await until((all) => all.includes('confirm_subscription'));
    expect(got.includes(Buffer.concat([Buffer.from([0x8a, 10]), Buffer.from('same bytes')]))).toBe(true);
    socket.destroy();
  });

  test.each<[string, () => Buffer, number[]]>([
    ['an unmasked frame', () => frame(0x81, subscribe, false), [1002, 1003]],
    ['bytes that are no UTF-8', () => frame(0x81, Buffer.from([0xc3, 0x28])), [1007]],
    ['more than 32 KB', () => frame(0x81, Buffer.alloc(32 * 1024 + 1, 'x')), [1009]],
  ])('%s closes the socket', async (_what, sent, codes) => {
    const { socket, until } = await bytes();
    socket.write(sent());
    const got = await until(() => false);
    expect(codes).toContain(closeCode(got));
  });

  test('32 KB in fragments is as much as 32 KB in one', async () => {
    const { socket, until } = await bytes();
    socket.write(frame(0x01, Buffer.alloc(20_000, 'x')));
    socket.write(frame(0x80, Buffer.alloc(20_000, 'x')));
    expect(closeCode(await until(() => false))).toBe(1009);
  });

  test('exactly 32 KB are taken', async () => {
    const socket = await socketOf();
    const padded = { command: 'subscribe', identifier: NOTES, padding: '' };
    padded.padding = 'x'.repeat(32 * 1024 - JSON.stringify(padded).length);
    socket.send(padded);
    expect(await socket.next()).toEqual(confirmed(NOTES));
  });
});
