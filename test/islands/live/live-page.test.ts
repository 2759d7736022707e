import { observeSocket } from '../../../islands/live/observed-socket';
import { Reconnector } from '../../../islands/live/reconnect';
import { SharedChannel } from '../../../islands/live/shared-channel';
import { type StockConsumer, startCable, stockConsumer, type TestCable } from '../../support/cable';
import { type Line, startProxy } from '../../support/proxy';

let cable: TestCable;
let line: Line;
let consumer: StockConsumer;
let reconnector: Reconnector;
let sent: { command: string }[];
/** When the socket was welcomed, by this process's clock. */
let welcomes: number[];

beforeEach(async () => {
  cable = await startCable({ allowedOrigins: [/^http:\/\/127\.0\.0\.1:\d+$/] });
  line = await startProxy({ host: '127.0.0.1', port: Number(new URL(cable.origin).port) });
  sent = [];
  welcomes = [];
  const address = new URL(cable.address(1));
  address.port = String(line.port);
  consumer = stockConsumer(address.href, {
    socket: (Socket) => {
      const Counted = class extends Socket {
        override send(text: string) {
          sent.push(JSON.parse(text));
          super.send(text);
        }
      };
      return observeSocket(Counted, {
        welcomed() {
          welcomes.push(performance.now());
          reconnector.welcomed();
        },
        closed: () => reconnector.closed(),
        refused: (reason) => void reconnector.refused(reason),
      });
    },
  });
  reconnector = new Reconnector(consumer.connection);
});
afterEach(async () => {
  consumer.disconnect();
  await cable.stop();
  await line.stop();
});

const commands = (name: string) => sent.filter(({ command }) => command === name).length;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(test: () => boolean) {
  while (!test()) await pause(2);
}

/** A page that shows the server's value, fetched on every message. */
function page(channel: SharedChannel, server: { value: number }) {
  const shown = { value: -1, fetches: 0, at: 0 };
  const leave = channel.listen(async () => {
    shown.fetches++;
    await pause(5);
    shown.value = server.value;
    shown.at = performance.now();
  });
  return { shown, leave };
}

const notes = () => new SharedChannel('NotesChannel', async () => consumer);

async function change(server: { value: number }) {
  server.value++;
  await cable.broadcast('notes:1', { version: server.value });
}

test('a page fetches once it is subscribed, so that nothing falls between its rendering and that', async () => {
  const server = { value: 7 };
  const { shown } = page(notes(), server);
  await until(() => shown.value === 7);
  expect(shown.fetches).toBe(1);
});

test('one event is one fetch, a burst of fifty two at the most', async () => {
  const server = { value: 0 };
  const { shown } = page(notes(), server);
  await until(() => shown.fetches === 1);
  await change(server);
  await until(() => shown.value === 1);
  await pause(100);
  expect(shown.fetches).toBe(2);
  for (let n = 0; n < 50; n++) await change(server);
  await until(() => shown.value === 51);
  await pause(100);
  expect(shown.fetches).toBeLessThanOrEqual(4);
});

test('after a hundred changes while the socket was cut, the page equals the server within a second of its return', async () => {
  const server = { value: 0 };
  const { shown } = page(notes(), server);
  await until(() => shown.value === 0);
  line.unplug();
  for (let n = 0; n < 100; n++) await change(server);
  await pause(300);
  expect(shown.value).toBe(0);
  const back = performance.now();
  line.plugIn();
  await until(() => shown.value === 100);
  expect(welcomes).toHaveLength(2);
  expect(shown.at - (welcomes[1] ?? 0)).toBeLessThan(1_000);
  // The stock client alone checks only after 6 to 12 seconds.
  expect(shown.at - back).toBeLessThan(4_000);
});

test('islands on one channel share one subscription, and going from page to page adds none', async () => {
  const server = { value: 0 };
  const channel = notes();
  const first = [page(channel, server), page(channel, server)];
  await until(() => first.every(({ shown }) => shown.fetches === 1));
  for (let visit = 0; visit < 10; visit++) {
    channel.visit();
    for (const { leave } of first.splice(0)) leave();
    first.push(page(channel, server), page(channel, server));
    await pause(1);
  }
  await pause(50);
  expect([commands('subscribe'), commands('unsubscribe')]).toEqual([1, 0]);
  await change(server);
  await until(() => first.every(({ shown }) => shown.value === 1));
  await pause(100);
  expect(first.map(({ shown }) => shown.fetches)).toEqual([1, 1]);
});

test('what came while the next page was on its way is fetched when it is there', async () => {
  const server = { value: 0 };
  const channel = notes();
  const old = page(channel, server);
  await until(() => old.shown.fetches === 1);
  channel.visit();
  old.leave();
  await change(server);
  await pause(50);
  const next = page(channel, server);
  await until(() => next.shown.value === 1);
  channel.visit();
  next.leave();
  const last = page(channel, server);
  await pause(100);
  expect(last.shown.fetches).toBe(0);
});

test('a failed fetch is tried again', async () => {
  let tries = 0;
  const leave = notes().listen(async () => {
    if (++tries === 1) throw new Error('away');
    return tries !== 2;
  });
  await until(() => tries === 3);
  leave();
}, 10_000);

test('a page whose socket was closed for good opens a new one when its channel is listened to again', async () => {
  const server = { value: 3 };
  const channel = notes();
  const before = page(channel, server);
  await until(() => before.shown.fetches === 1);
  before.leave();
  consumer.disconnect();
  await until(() => !consumer.connection.isOpen());
  const after = page(channel, server);
  await until(() => after.shown.value === 3);
});

test('a silent socket is dropped without a close', async () => {
  const server = { value: 0 };
  const { shown } = page(notes(), server);
  await until(() => shown.fetches === 1);
  line.freeze();
  await change(server);
  vi.spyOn(consumer.connection.monitor, 'connectionIsStale').mockReturnValueOnce(true);
  reconnector.now();
  line.thaw();
  await until(() => shown.value === 1 && welcomes.length === 2);
});
