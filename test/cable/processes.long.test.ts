import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { identifier, RawSocket, stockConsumer, welcomed } from '../support/cable';
import { type CableProcess, startProcess, untilConnected } from '../support/cable-processes';
import { type TestDatabase, testDatabase } from '../support/database';
import { type RedisServer, startRedisStandIn } from '../support/redis';

const ALL = identifier('NotesChannel', { streams: ['all'] });

describe.each([
  ['PostgreSQL', async () => null],
  ['a stand-in for Redis', startRedisStandIn],
])('two web processes and a worker over %s', (carrier, startCarrier) => {
  let database: TestDatabase;
  let redis: RedisServer | null;
  let processes: CableProcess[];
  let web: [CableProcess, CableProcess];
  let worker: CableProcess;

  beforeAll(async () => {
    database = await testDatabase();
    redis = await startCarrier();
  });
  beforeEach(async () => {
    const places = {
      databaseUrl: database.url,
      redisUrl: redis && `redis://127.0.0.1:${redis.port}`,
    };
    const start = (role: 'web' | 'worker') => startProcess(role, places);
    const [first, second, third] = await Promise.all([start('web'), start('web'), start('worker')]);
    web = [first, second];
    worker = third;
    processes = [...web, worker];
    await untilConnected(web, processes);
  });
  afterEach(() => Promise.all(processes.map((each) => each.kill())));
  afterAll(async () => {
    await redis?.stop();
    await database.drop();
  });

  /** A subscribed socket on each web process. */
  const subscribedOf = (user: number) =>
    Promise.all(
      web.map(async (each, index): Promise<RawSocket> => {
        const socket = await welcomed(each.address(user + index));
        socket.subscribe(ALL);
        await socket.next();
        return socket;
      }),
    );

  const range = (from: string) => Array.from({ length: 200 }, (_, number) => `${from} ${number}`);

  test('a change made by any reaches the clients of both, in the order of its making, none lost', async () => {
    const sockets = await subscribedOf(1);
    await Promise.all(processes.map((each, index) => each.broadcast('all', range(`process ${index}`))));
    const received: unknown[][] = [];
    for (const socket of sockets) received.push((await socket.take(600)).map(({ message }) => message));
    for (const index of [0, 1, 2])
      for (const messages of received)
        expect(messages.filter((message) => String(message).startsWith(`process ${index} `))).toEqual(
          range(`process ${index}`),
        );
    expect(received[0]).toEqual(received[1]);
  });

  test('stock clients of both processes receive it', async () => {
    const consumers = web.map((each, index) => {
      const consumer = stockConsumer(each.address(10 + index));
      return new Promise<{ consumer: typeof consumer; received: Promise<unknown> }>((resolve) => {
        const received = new Promise<unknown>((resolveMessage) => {
          consumer.subscriptions.create(
            { channel: 'NotesChannel', streams: ['all'] },
            { connected: () => resolve({ consumer, received }), received: resolveMessage },
          );
        });
      });
    });
    const clients = await Promise.all(consumers);
    await worker.broadcast('all', [{ event: 'changed', id: 7 }]);
    for (const { received } of clients) expect(await received).toEqual({ event: 'changed', id: 7 });
    for (const { consumer } of clients) consumer.disconnect();
  });

  test('a sign-out handled by one closes sockets on the other within 5 s, others stay', async () => {
    const mine = await Promise.all(web.map((each) => welcomed(each.address(5))));
    const others = await Promise.all(web.map((each) => welcomed(each.address(6))));
    const started = Date.now();
    await worker.disconnect({ userId: 5 });
    for (const socket of mine)
      expect(await socket.next()).toEqual({ type: 'disconnect', reason: 'remote', reconnect: false });
    expect(Date.now() - started).toBeLessThan(5_000);
    for (const socket of others) expect(await socket.settled()).toEqual([]);
  });

  test('the limit of ten sockets counts both processes, but not a stopped one', async () => {
    for (let number = 0; number < 10; number++) await welcomed(web[number % 2 ? 1 : 0].address(7));
    await delay(600);
    const eleventh = new RawSocket(web[0].address(7));
    expect(await eleventh.next()).toMatchObject({ reason: 'too_many_connections', reconnect: false });
    expect(await new RawSocket(web[1].address(7)).next()).toMatchObject({ reason: 'too_many_connections' });
    await welcomed(web[1].address(8));
    await web[0].restart(0);
    await delay(600);
    await welcomed(web[1].address(7));
  });

  test('sockets of a killed process do not count', async () => {
    for (let number = 0; number < 9; number++) await welcomed(web[0].address(7));
    await welcomed(web[1].address(7));
    await delay(600);
    await web[0].kill();
    for (let number = 0; number < 9; number++) await welcomed(web[1].address(7));
  });

  test('killing one process does not affect the others', async () => {
    const [doomed, kept] = await subscribedOf(20);
    await web[0].kill();
    expect(await doomed?.closed).toBe(1006);
    await worker.broadcast('all', ['after']);
    expect(await kept?.next()).toEqual({ identifier: ALL, message: 'after' });
  });

  test('one that restarts sends its clients to come back, and the other serves on', async () => {
    const [leaving, kept] = await subscribedOf(30);
    await web[0].restart(0);
    expect(await leaving?.next()).toEqual({ type: 'disconnect', reason: 'server_restart', reconnect: true });
    expect(await leaving?.closed).toBe(1000);
    await worker.broadcast('all', ['after']);
    expect(await kept?.next()).toMatchObject({ message: 'after' });
  });

  if (carrier === 'PostgreSQL')
    test('when PostgreSQL ends all connections, every client refetches, and no later message is lost', async () => {
      const sockets = await subscribedOf(40);
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'cable'`,
      );
      await client.end();
      for (const socket of sockets)
        expect(await socket.next()).toEqual({ identifier: ALL, type: 'confirm_subscription' });
      await worker.broadcast('all', ['after']);
      for (const socket of sockets) expect(await socket.next()).toMatchObject({ message: 'after' });
    });
});
