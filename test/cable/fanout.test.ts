import pg from 'pg';
import { connect } from '../../db/connection';
import { createTransactions, type TransactionServices } from '../../db/transaction';
import { broadcastOnCommit, createCable } from '../../server/cable/cable';
import type { Fanout, FanoutListener } from '../../server/cable/fanout/fanout';
import type { HistoryRequest, Position } from '../../server/cable/fanout/history';
import { postgresFanout } from '../../server/cable/fanout/postgres';
import { redisFanout } from '../../server/cable/fanout/redis';
import { silent } from '../support/cable';
import { type TestDatabase, testDatabase } from '../support/database';
import { type Line, startProxy } from '../support/proxy';
import { hasRedis, startRedis, startRedisStandIn } from '../support/redis';

interface Carrier {
  /** A proxy between our processes and the server. */
  readonly proxy: Line;
  /** Connects through the given proxy, by default the server's own. */
  connect(by?: Line): Fanout;
  /** Another proxy to it. */
  lay(): Promise<Line>;
  stop(): Promise<void>;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const RESPONSE_TIMEOUT_MS = 1_000;
const PROBE_INTERVAL_MS = 100;

async function overPostgres(): Promise<Carrier> {
  const database = await testDatabase();
  const url = new URL(database.url);
  const target = { host: url.hostname, port: Number(url.port) };
  const proxy = await startProxy(target);
  const by = ({ port }: Line) => Object.assign(new URL(url), { hostname: '127.0.0.1', port }).href;
  return {
    proxy,
    lay: () => startProxy(target),
    connect: (line = proxy) =>
      postgresFanout({
        databaseUrl: by(line),
        log: silent,
        responseTimeoutMs: RESPONSE_TIMEOUT_MS,
        probeIntervalMs: PROBE_INTERVAL_MS,
      }),
    async stop() {
      await proxy.stop();
      await database.drop();
    },
  };
}

const overRedis = (start: typeof startRedis) => async (): Promise<Carrier> => {
  const redis = await start();
  const target = { host: '127.0.0.1', port: redis.port };
  const proxy = await startProxy(target);
  return {
    proxy,
    lay: () => startProxy(target),
    connect: ({ port } = proxy) =>
      redisFanout({
        redisUrl: `redis://127.0.0.1:${port}`,
        log: silent,
        responseTimeoutMs: RESPONSE_TIMEOUT_MS,
        probeIntervalMs: PROBE_INTERVAL_MS,
      }),
    async stop() {
      await proxy.stop();
      await redis.stop();
    },
  };
};

const carriers: [string, () => Promise<Carrier>][] = [
  ['PostgreSQL', overPostgres],
  ['a stand-in for Redis', overRedis(startRedisStandIn)],
];
// Repeats with a real Redis if it is installed.
if (hasRedis) carriers.push(['Redis', overRedis(startRedis)]);

const KEPT = { isKept: true };

const keptAfter = (stream: string, { epoch, offset }: Position): HistoryRequest => ({
  stream,
  after: { epoch, offset },
  since: null,
});

/** Messages that one process received. */
class Listener implements FanoutListener {
  readonly received: string[] = [];
  readonly positions: (Position | null)[] = [];
  gaps = 0;
  #wake: () => void = () => undefined;

  message(stream: string, json: string, position: Position | null) {
    this.received.push(`${stream} ${json}`);
    this.positions.push(position);
    this.#wake();
  }

  gap() {
    this.gaps++;
    this.#wake();
  }

  async until(test: (listener: Listener) => boolean) {
    while (!test(this)) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  count(count: number) {
    return this.until(({ received }) => received.length >= count);
  }
}

describe.each(carriers)('carried by %s', (_name, start) => {
  let carrier: Carrier;
  let fanouts: Fanout[] = [];
  beforeAll(async () => {
    carrier = await start();
  });
  afterEach(async () => {
    carrier.proxy.plugIn();
    carrier.proxy.thaw();
    await Promise.all(fanouts.map((fanout) => fanout.stop()));
    fanouts = [];
  });
  afterAll(() => carrier.stop());

  function publisher() {
    const fanout = carrier.connect();
    fanouts.push(fanout);
    return fanout;
  }

  /** A process that serves sockets; it receives messages after its first gap. */
  async function server() {
    const fanout = publisher();
    const listener = new Listener();
    await fanout.listen(listener);
    await listener.until(({ gaps }) => gaps > 0);
    listener.gaps = 0;
    return { fanout, listener };
  }

  test('a broadcast reaches every listening process, including the sender', async () => {
    const [first, second] = [await server(), await server()];
    const worker = publisher();
    await first.fanout.publish('offers:1', '"from the first"');
    await second.fanout.publish('offers:1', '"from the second"');
    await worker.publish('orders:2', '{"from":"the worker"}');
    for (const { listener } of [first, second]) {
      await listener.count(3);
      expect(listener.received.toSorted()).toEqual([
        'offers:1 "from the first"',
        'offers:1 "from the second"',
        'orders:2 {"from":"the worker"}',
      ]);
    }
  });

  test('a burst from several processes arrives complete and in the same order everywhere', async () => {
    const servers = [await server(), await server()];
    const senders = [...servers.map(({ fanout }) => fanout), publisher()];
    const sending = senders.flatMap((sender, who) =>
      Array.from({ length: 1_000 }, (_, number) => sender.publish('s', `"${who}:${number}"`)),
    );
    await Promise.all(sending);
    for (const { listener } of servers) {
      await listener.count(3_000);
      for (const who of [0, 1, 2])
        expect(listener.received.filter((each) => each.startsWith(`s "${who}:`))).toEqual(
          Array.from({ length: 1_000 }, (_, number) => `s "${who}:${number}"`),
        );
    }
    expect(servers[0]?.listener.received).toEqual(servers[1]?.listener.received);
  });

  test('messages of any size and of any characters arrive whole and in order', async () => {
    const { fanout, listener } = await server();
    const sizes = [10, 7_800, 7_900, 7_990, 8_000, 8_100, 100, 200_000, 10, 16_000, 1];
    const messages = sizes.flatMap((size) => [
      JSON.stringify('x'.repeat(size)),
      JSON.stringify('ü😀\u0000"\\\n'.repeat(size / 8)),
    ]);
    await Promise.all(messages.map((json) => fanout.publish('größe:\n"1"', json)));
    await listener.count(messages.length);
    expect(listener.received).toEqual(messages.map((json) => `größe:\n"1" ${json}`));
  });

  test('a message sent a hundred times arrives a hundred times', async () => {
    const { fanout, listener } = await server();
    const large = JSON.stringify('x'.repeat(5_000));
    await Promise.all(Array.from({ length: 100 }, () => fanout.publish('s', large)));
    await listener.count(100);
    expect(listener.received).toHaveLength(100);
  });

  test('after a lost connection every listener gets a gap, then later messages', async () => {
    const { fanout, listener } = await server();
    carrier.proxy.cut();
    await listener.until(({ gaps }) => gaps > 0);
    await fanout.publish('s', '"after"');
    await listener.count(1);
    expect(listener.received).toEqual(['s "after"']);
  });

  test('messages published while disconnected do not wait and arrive once after the reconnect', async () => {
    const worker = publisher();
    const { listener } = await server();
    await worker.publish('s', '"before"');
    await listener.count(1);
    carrier.proxy.unplug();
    const messages = Array.from({ length: 500 }, (_, number) => `"${number}"`);
    await Promise.all(messages.map((json) => worker.publish('s', json)));
    carrier.proxy.plugIn();
    while (listener.received.at(-1) !== 's "last"') {
      await worker.publish('s', '"last"');
      await pause(20);
    }
    // A listener that reconnects after the sender gets a gap instead.
    expect(listener.gaps).toBeGreaterThan(0);
    const received = listener.received.filter((each) => !/before|last/.test(each));
    expect(received).toEqual(messages.slice(messages.length - received.length).map((json) => `s ${json}`));
  });

  test('a hanging server is disconnected after the timeout, and no message arrives twice', async () => {
    const worker = publisher();
    const { listener } = await server();
    await worker.publish('s', '1');
    await listener.count(1);
    carrier.proxy.freeze();
    await worker.publish('s', '2');
    listener.gaps = 0;
    carrier.proxy.thaw();
    await worker.publish('s', '3');
    await listener.until(({ received, gaps }) => gaps > 0 || received.at(-1) === 's 3');
    await worker.publish('s', '4');
    await listener.until(({ received }) => received.at(-1) === 's 4');
    // Its own connection hung, too; if it reconnects after the sender's, it gets a gap instead.
    const mayBeMissing = listener.gaps > 0 ? ['s 2', 's 3'] : [];
    expect(listener.received).toEqual(
      ['s 1', 's 2', 's 3', 's 4'].filter(
        (text) => !mayBeMissing.includes(text) || listener.received.includes(text),
      ),
    );
  });

  test('a process that starts while the carrier is away goes to work when it comes', async () => {
    carrier.proxy.unplug();
    const fanout = publisher();
    const listener = new Listener();
    await fanout.listen(listener);
    await fanout.publish('s', '1');
    carrier.proxy.plugIn();
    await listener.until(({ gaps }) => gaps > 0);
    await fanout.publish('s', '2');
    await listener.until(({ received }) => received.at(-1) === 's 2');
    // The first message either arrived or is covered by the gap.
    expect(['s 1,s 2', 's 2']).toContain(String(listener.received));
  });

  test('a process that vanishes causes a gap in the others', async () => {
    const { listener } = await server();
    const line = await carrier.lay();
    const doomed = carrier.connect(line);
    await doomed.publish('s', '"here"');
    await listener.count(1);
    await pause(3 * PROBE_INTERVAL_MS);
    listener.gaps = 0;
    line.unplug();
    await listener.until(({ gaps }) => gaps > 0);
    await doomed.stop();
    await line.stop();
  });

  test('a process that stops regularly causes no gap', async () => {
    const { listener } = await server();
    const orderly = carrier.connect();
    await orderly.publish('s', '"here"');
    await listener.count(1);
    await pause(3 * PROBE_INTERVAL_MS);
    listener.gaps = 0;
    await orderly.stop();
    await pause(3 * PROBE_INTERVAL_MS);
    expect(listener.gaps).toBe(0);
  });

  test('messages of several processes have one count a stream, in the order of their arrival', async () => {
    const servers = [await server(), await server()];
    const senders = [...servers.map(({ fanout }) => fanout), publisher()];
    const sending = senders.flatMap((sender, who) =>
      Array.from({ length: 200 }, (_, number) => [
        sender.publish('a', `"${who}:${number}"`, KEPT),
        sender.publish('not kept', '1'),
        sender.publish('b', `"${who}:${number}"`, KEPT),
      ]).flat(),
    );
    await Promise.all(sending);
    for (const { listener } of servers) {
      await listener.count(1_800);
      for (const stream of ['a', 'b']) {
        const counted = listener.positions.filter((_, index) =>
          listener.received[index]?.startsWith(`${stream} `),
        );
        const epoch = counted[0]?.epoch;
        expect(counted).toEqual(Array.from({ length: 600 }, (_, index) => ({ epoch, offset: index + 1 })));
      }
      expect(listener.positions.filter((position) => !position)).toHaveLength(600);
    }
    const [first] = servers;
    const inOrder = first?.listener.received
      .filter((text) => text.startsWith('b '))
      .map((text) => text.slice(2));
    const last = first?.listener.positions.findLast((position) => position);
    const [reply] =
      (await first?.fanout.readHistory([keptAfter('b', { epoch: last?.epoch ?? '', offset: 550 })])) ?? [];
    expect(reply?.messages?.map(({ json }) => json)).toEqual(inOrder?.slice(550));
    expect(reply?.head).toEqual({ epoch: last?.epoch, offset: 600 });
  });

  test('kept messages of any size and of any characters arrive whole and in order', async () => {
    const { fanout, listener } = await server();
    const sizes = [10, 7_700, 7_760, 7_780, 7_790, 7_800, 7_820, 7_900, 7_990, 8_100, 100, 200_000, 10, 1];
    const messages = [
      ...sizes.flatMap((size) => [
        JSON.stringify('x'.repeat(size)),
        JSON.stringify('ü😀"\\\n'.repeat(size / 8)),
      ]),
      ...Array.from({ length: 2_000 }, (_, number) => String(number)),
    ];
    await Promise.all(messages.map((json) => fanout.publish('größe:\n"2"', json, KEPT)));
    await listener.count(messages.length);
    expect(listener.received).toEqual(messages.map((json) => `größe:\n"2" ${json}`));
    expect(listener.positions.map((position) => position?.offset)).toEqual(
      messages.map((_, index) => index + 1),
    );
  });

  test('what is sent again after a lost connection is kept once', async () => {
    const { fanout } = await server();
    const worker = publisher();
    for (let round = 0; round < 15; round++) {
      const sending = [1, 2, 3].map((number) => worker.publish('cut', `"${round}:${number}"`, KEPT));
      await pause(round % 3);
      carrier.proxy.cut();
      await Promise.all(sending);
    }
    // Kept after the others, whenever the connection is back.
    let kept: readonly string[] = [];
    for (let waited = 0; waited < 500 && kept.length < 45; waited++) {
      await pause(20);
      const replies = await fanout
        .readHistory([{ stream: 'cut', after: null, since: Date.now() / 1_000 - 60 }])
        .catch(() => []);
      kept = replies[0]?.messages?.map(({ json }) => json) ?? [];
    }
    expect(kept).toEqual([...Array(15).keys()].flatMap((round) => [1, 2, 3].map((n) => `"${round}:${n}"`)));
  });

  test('stopping sends queued messages and closes every connection', async () => {
    const { listener } = await server();
    const worker = carrier.connect();
    await worker.publish('s', '0');
    const sending = Array.from({ length: 50 }, (_, number) => worker.publish('s', String(number)));
    await worker.stop();
    await Promise.all(sending);
    await listener.count(51);
    await Promise.all(fanouts.map((fanout) => fanout.stop()));
    while (carrier.proxy.connections > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  });
});

describe('carried by PostgreSQL', () => {
  test('one connection a process', async () => {
    const database = await testDatabase();
    const worker = postgresFanout({ databaseUrl: database.url, log: silent });
    const web = postgresFanout({ databaseUrl: database.url, log: silent });
    const listener = new Listener();
    await web.listen(listener);
    await listener.until(({ gaps }) => gaps > 0);
    await worker.publish('s', '1');
    await listener.count(1);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'cable'`,
    );
    await client.end();
    await Promise.all([worker.stop(), web.stop()]);
    await database.drop();
    expect(rows).toHaveLength(2);
  });

  test('what the database refuses is dropped, and the next message arrives', async () => {
    const database = await testDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('drop table cable_payloads');
    await client.end();
    const fanout = postgresFanout({ databaseUrl: database.url, log: silent });
    const listener = new Listener();
    await fanout.listen(listener);
    await fanout.publish('s', JSON.stringify('x'.repeat(20_000)));
    await fanout.publish('s', '"small"');
    await listener.count(1);
    expect(listener.received).toEqual(['s "small"']);
    await fanout.stop();
    await database.drop();
  });

  describe('the history', () => {
    let database: TestDatabase;
    let client: pg.Client;
    const fanouts: Fanout[] = [];
    beforeEach(async () => {
      database = await testDatabase();
      client = new pg.Client({ connectionString: database.url });
      await client.connect();
    });
    afterEach(async () => {
      await Promise.all(fanouts.splice(0).map((fanout) => fanout.stop()));
      await client.end();
      await database.drop();
    });

    async function listening(sweepIntervalMs = 60_000) {
      const fanout = postgresFanout({ databaseUrl: database.url, log: silent, sweepIntervalMs });
      fanouts.push(fanout);
      const listener = new Listener();
      await fanout.listen(listener);
      await listener.until(({ gaps }) => gaps > 0);
      return { fanout, listener };
    }

    const numberOf = async (table: string) =>
      Number((await client.query(`select count(*) from ${table}`)).rows[0].count);

    test('a fault of it loses no message and begins another count', async () => {
      const { fanout, listener } = await listening();
      await fanout.publish('s', '1', KEPT);
      await client.query('alter table cable_messages rename to away');
      await fanout.publish('s', '2', KEPT);
      await fanout.publish('s', JSON.stringify('x'.repeat(20_000)), KEPT);
      await client.query('alter table away rename to cable_messages');
      await fanout.publish('s', '3', KEPT);
      await listener.count(4);
      expect(listener.gaps).toBe(1);
      const [first, second, third, last] = listener.positions;
      expect([first?.offset, second, third, last?.offset]).toEqual([1, null, null, 1]);
      const [reply] = await fanout.readHistory([keptAfter('s', first ?? { epoch: '', offset: 0 })]);
      expect(reply).toEqual({ head: last, messages: null });
    });

    test('a message is in it as soon as a client has it, and not before the act is committed', async () => {
      const { fanout, listener } = await listening();
      const cable = createCable(fanout);
      const db = connect(database.url);
      const { transaction, drain } = createTransactions(db, { carried: { cable } as TransactionServices });
      await transaction(async (tx) => {
        broadcastOnCommit(tx, 's', 'committed');
        await pause(50);
        expect(await numberOf('cable_messages')).toBe(0);
      });
      await listener.count(1);
      expect(await numberOf('cable_messages')).toBe(1);
      const failed = transaction(async (tx) => {
        broadcastOnCommit(tx, 's', 'rolled back');
        throw new Error('refused');
      });
      await expect(failed).rejects.toThrow('refused');
      await client.query('drop table cable_messages, cable_streams');
      await transaction(async (tx) => broadcastOnCommit(tx, 's', 'without a history'));
      await listener.count(2);
      expect(listener.received).toEqual(['s "committed"', 's "without a history"']);
      await drain();
      await db.destroy();
    });

    test('it keeps 100 messages a stream for 5 minutes, and the count for a day', async () => {
      const { fanout } = await listening(0);
      await Promise.all([...Array(150).keys()].map((number) => fanout.publish('s', String(number), KEPT)));
      await fanout.publish('idle', '1', KEPT);
      await fanout.publish('s', '150', KEPT);
      expect(await numberOf('cable_messages')).toBe(101);
      await client.query(`update cable_messages set created_at = now() - interval '301 seconds'`);
      await client.query(
        `update cable_streams set published_at = now() - interval '25 hours' where stream = 'idle'`,
      );
      await fanout.publish('s', '151', KEPT);
      expect(await numberOf('cable_messages')).toBe(1);
      expect(await numberOf('cable_streams')).toBe(1);
      const { rows } = await client.query('select epoch from cable_streams');
      const { epoch } = rows[0];
      const [missed, nothing, tooMany] = await fanout.readHistory([
        keptAfter('s', { epoch, offset: 151 }),
        keptAfter('s', { epoch, offset: 152 }),
        keptAfter('s', { epoch, offset: 150 }),
      ]);
      expect(missed?.messages).toEqual([{ offset: 152, json: '151' }]);
      expect(nothing?.messages).toEqual([]);
      expect(tooMany?.messages).toBeNull();
    });

    test('a stream of 100 messages takes at most 64 KB', async () => {
      const { fanout } = await listening();
      const message = JSON.stringify({
        event: 'counter',
        id: 1_000_000,
        state: 'buyer_review',
        version: 100,
        updated_at: '2026-11-30T10:00:00.000000Z',
      });
      const streams = Array.from(
        { length: 20 },
        (_, number) => `purchase_orders:seller:${1_000_000 + number}`,
      );
      for (let number = 0; number < 100; number++)
        await Promise.all(streams.map((stream) => fanout.publish(stream, message, KEPT)));
      const { rows } = await client.query(
        `select (pg_total_relation_size('cable_messages') + pg_total_relation_size('cable_streams'))::int as bytes`,
      );
      expect(rows[0].bytes / streams.length).toBeLessThan(64 * 1024);
    });
  });
});
