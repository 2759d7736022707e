import { setTimeout as delay } from 'node:timers/promises';
import { DISCONNECTS } from '../../server/cable/cable';
import { identifier, type StockConsumer, startCable, stockConsumer, type TestCable } from '../support/cable';

let cable: TestCable;
let consumers: StockConsumer[] = [];
/** Every command of all stock clients. */
let sent: { command: string; identifier: string }[] = [];

beforeEach(async () => {
  cable = await startCable();
  sent = [];
});
afterEach(async () => {
  for (const consumer of consumers) consumer.disconnect();
  consumers = [];
  await cable.stop();
});

function client(user = 1) {
  const consumer = stockConsumer(cable.address(user), {
    socket: (Socket) =>
      class extends Socket {
        override send(text: string) {
          sent.push(JSON.parse(text));
          super.send(text);
        }
      },
  });
  consumers.push(consumer);
  return consumer;
}

/** A subscription whose callbacks can be awaited, one after another. */
function subscription(
  consumer: StockConsumer,
  channel: string | { channel: string; [key: string]: unknown },
) {
  const events: [string, unknown][] = [];
  let wake = () => {};
  const note = (name: string) => (value?: unknown) => {
    events.push([name, value]);
    wake();
  };
  const made = consumer.subscriptions.create(channel, {
    connected: note('connected'),
    disconnected: note('disconnected'),
    rejected: note('rejected'),
    received: note('received'),
  });
  let read = 0;
  const next = async () => {
    while (read >= events.length) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return events[read++];
  };
  return { next, events, unsubscribe: () => made.unsubscribe() };
}

const commands = (name: string) => sent.filter(({ command }) => command === name).length;

test('it connects, subscribes and receives', async () => {
  const notes = subscription(client(), 'NotesChannel');
  expect(await notes.next()).toEqual(['connected', { reconnected: false }]);
  await cable.broadcast('notes:1', { event: 'changed' });
  expect(await notes.next()).toEqual(['received', { event: 'changed' }]);
  await cable.broadcast('notes:1', '<turbo-stream></turbo-stream>');
  expect(await notes.next()).toEqual(['received', '<turbo-stream></turbo-stream>']);
});

test('a second subscription object for the same channel connects without repeated commands', async () => {
  const consumer = client();
  const first = subscription(consumer, 'NotesChannel');
  await first.next();
  const second = subscription(consumer, 'NotesChannel');
  expect(await second.next()).toMatchObject(['connected', {}]);
  await delay(1_200);
  expect(commands('subscribe')).toBe(2);
  await cable.broadcast('notes:1', 1);
  expect(await second.next()).toEqual(['received', 1]);
  expect(first.events.filter(([name]) => name === 'received')).toEqual([['received', 1]]);
  first.unsubscribe();
  expect(commands('unsubscribe')).toBe(0);
  second.unsubscribe();
  expect(commands('unsubscribe')).toBe(1);
});

test('an unknown channel is rejected once and not requested every half second', async () => {
  const unknown = subscription(client(), 'NoSuchChannel');
  expect((await unknown.next())?.[0]).toBe('rejected');
  await delay(1_200);
  expect(commands('subscribe')).toBe(1);
});

test('leaving and coming back at once, as from page to page, ends subscribed', async () => {
  const consumer = client();
  const first = subscription(consumer, 'NotesChannel');
  await first.next();
  for (let visit = 0; visit < 10; visit++) {
    const before = subscription(consumer, 'NotesChannel');
    before.unsubscribe();
  }
  first.unsubscribe();
  const last = subscription(consumer, 'NotesChannel');
  await last.next();
  await cable.broadcast('notes:1', 'here');
  // Each of the many was confirmed.
  let event = await last.next();
  while (event?.[0] === 'connected') event = await last.next();
  expect(event).toEqual(['received', 'here']);
});

test('a signed-out client is disconnected without reconnecting', async () => {
  const notes = subscription(client(0), 'NotesChannel');
  expect(await notes.next()).toEqual(['disconnected', { willAttemptReconnect: false }]);
});

test('a revoked session does not reconnect; a restart does', async () => {
  const revoked = subscription(client(1), 'NotesChannel');
  await revoked.next();
  await cable.broadcast(DISCONNECTS, { userId: 1, reconnect: false });
  expect(await revoked.next()).toEqual(['disconnected', { willAttemptReconnect: false }]);

  const restarted = subscription(client(2), 'NotesChannel');
  await restarted.next();
  await cable.cable.close({ spreadMs: 0 });
  expect(await restarted.next()).toEqual(['disconnected', { willAttemptReconnect: true }]);
});

test('after a gap it receives another confirmation, on which pages refetch', async () => {
  const notes = subscription(client(), 'NotesChannel');
  await notes.next();
  cable.gap();
  expect((await notes.next())?.[0]).toBe('connected');
});

test('subscribing is confirmed within 20 ms of the command', async () => {
  const consumer = client();
  await subscription(consumer, 'NotesChannel').next();
  const times: number[] = [];
  for (let n = 0; n < 19; n++) {
    const started = performance.now();
    await subscription(consumer, { channel: 'NotesChannel', n }).next();
    times.push(performance.now() - started);
  }
  // The median, without the effects of garbage collection or other processes.
  expect(times.toSorted((a, b) => a - b)[9]).toBeLessThan(20);
  expect(sent.at(-1)?.identifier).toBe(identifier('NotesChannel', { n: 18 }));
});
