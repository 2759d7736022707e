import { setTimeout as delay } from 'node:timers/promises';
import { anycableClient } from './anycable';
import { identifier, type RawSocket, welcomed } from './cable';
import { type CableProcess, startProcess, untilConnected } from './cable-processes';
import { testDatabase } from './database';
import { startProxy } from './proxy';
import { startRedisStandIn } from './redis';

const ALL = { streams: ['all'] };

interface Cuts {
  readonly cuts: number;
  readonly cutMs: number;
  /** At most what a history keeps. */
  readonly messagesPerCut: number;
}

async function numbersOf(socket: RawSocket, count: number) {
  const frames = await socket.take(count);
  return frames.map(({ message }) => message);
}

/** Cuts a client of AnyCable's again and again while three processes broadcast; the next connection goes to the other. */
async function surviveCuts(
  web: readonly [CableProcess, CableProcess],
  worker: CableProcess,
  { cuts, cutMs, messagesPerCut }: Cuts,
) {
  const lines = await Promise.all(web.map(({ port }) => startProxy({ host: '127.0.0.1', port })));
  const ports = lines.map(({ port }) => port);
  let connections = 0;
  const client = anycableClient({
    address: `ws://127.0.0.1:${ports[0]}/cable?user=1`,
    ports: () => ports[connections++ % 2],
    reconnectMs: cutMs,
  });
  const subscription = client.subscribe('NotesChannel', ALL);
  const reference = await welcomed(web[0].address(2));
  reference.subscribe(identifier('NotesChannel', ALL));
  await reference.next();
  const until = async (isDone: () => boolean) => {
    for (let waited = 0; !isDone() && waited < 20_000; waited += 10) await delay(10);
  };
  await until(() => subscription.events.includes('connect'));

  const publishers = [...web, worker];
  let sent = 0;
  const publish = () => publishers[sent % 3]?.broadcast('all', [++sent]);
  for (let cut = 0; cut < cuts; cut++) {
    for (const line of lines) line.cut();
    const pauseMs = (cutMs * 1.2) / messagesPerCut;
    const sending: (Promise<void> | undefined)[] = [];
    for (let message = 0; message < messagesPerCut; message++) {
      sending.push(publish());
      await delay(pauseMs);
    }
    await Promise.all(sending);
    await until(() => client.connects.length === cut + 2 && subscription.messages.length === sent);
  }
  const expected = await numbersOf(reference, sent);
  client.disconnect();
  reference.close();
  await Promise.all(lines.map((line) => line.stop()));
  return { client, subscription, sent, expected };
}

/** Two web processes and a worker: the client gets what a socket gets that is never cut, without refetching. */
export const testCuts = (cuts: Cuts) =>
  test.each([
    ['PostgreSQL', async () => null],
    ['a stand-in for Redis', startRedisStandIn],
  ])(
    "AnyCable's client loses, doubles and disorders nothing over cuts, carried by %s",
    { timeout: 900_000 },
    async (_name, startCarrier) => {
      const database = await testDatabase();
      const redis = await startCarrier();
      const places = { databaseUrl: database.url, redisUrl: redis && `redis://127.0.0.1:${redis.port}` };
      const [first, second, worker] = await Promise.all([
        startProcess('web', places),
        startProcess('web', places),
        startProcess('worker', places),
      ]);
      await untilConnected([first, second], [first, second, worker]);
      const { client, subscription, sent, expected } = await surviveCuts([first, second], worker, cuts);
      await Promise.all([first, second, worker].map((each) => each.kill()));
      await redis?.stop();
      await database.drop();
      expect(sent).toBe(cuts.cuts * cuts.messagesPerCut);
      expect(subscription.messages.map(({ message }) => message)).toEqual(expected);
      expect(subscription.events).not.toContain('history_not_found');
      expect(client.connects).toHaveLength(cuts.cuts + 1);
      expect(client.connects.slice(1).filter(({ restored }) => !restored)).toEqual([]);
    },
  );
