import { resumeStreams } from '../../../islands/live/resume-streams';
import { identifierOf, SharedChannel } from '../../../islands/live/shared-channel';
import { type StockConsumer, startCable, stockConsumer, type TestCable } from '../../support/cable';
import { type Line, startProxy } from '../../support/proxy';

let cable: TestCable;
let line: Line;
let consumer: StockConsumer;
let channel: SharedChannel;
let fetches: number;
let missed: string[];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(test: () => boolean) {
  while (!test()) await pause(5);
}

/** A page that fetches what it shows on every message, over the stock client. */
beforeEach(async () => {
  [fetches, missed] = [0, []];
  cable = await startCable({ allowedOrigins: [/./] });
  line = await startProxy({ host: '127.0.0.1', port: Number(new URL(cable.origin).port) });
  const address = Object.assign(new URL(cable.address(1)), { port: line.port });
  let isCatchingUp: (identifier: string) => boolean = () => false;
  consumer = stockConsumer(address.href, {
    socket(Socket) {
      const resuming = resumeStreams(Socket, (identifier) => {
        missed.push(identifier);
        channel.refetch();
      });
      isCatchingUp = resuming.isCatchingUp;
      return resuming.Socket;
    },
  });
  Object.assign(consumer, { isCatchingUp: (identifier: string) => isCatchingUp(identifier) });
  channel = new SharedChannel('NotesChannel', async () => consumer);
  channel.listen(() => {
    fetches++;
  });
  await until(() => fetches === 1);
});
afterEach(async () => {
  consumer.disconnect();
  await cable.stop();
  await line.stop();
});

const connections = () => cable.cable.counts().connections;

/** Cuts the page off, and comes back as `Reconnector` does. */
async function interrupt(meanwhile: () => unknown = () => undefined) {
  line.unplug();
  await until(() => connections() === 0 && !consumer.connection.isActive());
  await meanwhile();
  line.plugIn();
  consumer.connection.open();
  await until(() => cable.cable.subscriptionsByChannel().size > 0);
  await pause(200);
}

test('speaks the extended protocol with a stock client, which does not notice', async () => {
  await cable.broadcast('notes:1', 1);
  await until(() => fetches === 2);
  expect(consumer.connection.isOpen()).toBe(true);
});

test('after a cut it fetches once if something was missed, and nothing otherwise', async () => {
  await cable.broadcast('notes:1', 1);
  await until(() => fetches === 2);
  await interrupt();
  await interrupt();
  expect(fetches).toBe(2);
  await interrupt(() => cable.broadcast('notes:1', 2));
  expect(fetches).toBe(3);
  await interrupt();
  expect([fetches, missed]).toEqual([3, []]);
});

test('without a message before the cut it asks for what came since the last ping', async () => {
  await pause(3_500);
  await interrupt();
  expect(fetches).toBe(1);
  await interrupt(() => cable.broadcast('notes:1', 1));
  expect([fetches, missed]).toEqual([2, []]);
});

test('it fetches what the history does not have, and after a gap of the fan-out', async () => {
  await cable.broadcast('notes:1', 0);
  await until(() => fetches === 2);
  await interrupt(async () => {
    for (let number = 0; number < 101; number++) await cable.broadcast('notes:1', number);
  });
  expect([fetches, missed]).toEqual([3, [identifierOf('NotesChannel')]]);
  cable.gap();
  await until(() => fetches === 4);
});
