import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { type TestDatabase, testDatabase } from '../support/database';
import { start, stop, stopAll, until } from '../support/process';
import { type Caller, signIn } from '../support/process-client';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** `apt-get install faketime`: without it, these are listed as skipped. */
const faketime = spawnSync('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' });
const suite = faketime.status === 0 ? describe : describe.skip;

/** The monotonic clock stays right, as it does on a machine whose time is set. */
const clockOff = (offset: string) => ({
  LD_PRELOAD: faketime.stdout.trim(),
  FAKETIME: offset,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

const MUG = {
  name: 'Punctual mug',
  photo_1: 'https://pictures.example.com/mug.jpg',
  msrp_cents: 2_000,
  wholesale_cents: 900,
  seller_price_cents: 1_000,
  units: 1_000,
};

suite('a process whose clock is wrong', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let upc = 10_000_000_001;
  beforeAll(async () => {
    database = await testDatabase();
    expect(await start('dist/command.js', env({ SEED_DEMO: 'true' }), ['seed']).ended).toBe(0);
    client = new pg.Client(database.url);
    await client.connect();
  });
  afterEach(stopAll);
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const env = (more: Record<string, string>) => ({
    DATABASE_URL: database.url,
    PORT: '0',
    DATA_DIR: 'tmp/test-wrong-clock',
    SECRET_KEY_BASE: 'the same for every process of this suite',
    ...more,
  });
  const one = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows[0];

  async function startWeb(more: Record<string, string>) {
    const web = start('dist/web.js', env(more));
    const [, port] = await web.waitForOutput(/"port":(\d+)/);
    return { web, origin: `http://127.0.0.1:${port}` };
  }

  /** Returns the new offer, which the buyer sends and the seller rejects. */
  async function negotiate(origin: string, sender: Caller): Promise<number> {
    const seller = await signIn(origin, 'seller@example.com');
    const made = await seller.call('POST', '/products', { product: { ...MUG, upc: String(upc++) } });
    expect([made.status, made.body.errors]).toEqual([201, undefined]);
    const { id: seller_user_id } = await one("select id from users where email = 'seller@example.com'");
    const lines = [{ product_id: made.body.id, quantity: 500, unit_price: 900 }];
    const offer = { seller_user_id, offer_products_attributes: lines };
    const draft = await sender.call('POST', '/offers', { offer });
    expect([draft.status, draft.body.error]).toEqual([201, undefined]);
    const id = Number(draft.body.data.id);
    const sent = await sender.call('PUT', `/offers/${id}/submit`, {});
    expect([sent.status, sent.body.error]).toEqual([200, undefined]);
    const { days } = await one(
      'select extract(epoch from expires_at - now())::float8 / 86400 as days from offers where id = $1',
      [id],
    );
    expect(days).toBeCloseTo(30, 2);
    expect((await seller.call('POST', `/offers/${id}/counter_offer/reject`, {})).status).toBe(200);
    return id;
  }

  const TICKS = `update graphile_worker._private_known_crontabs set last_execution = now() - interval '20 minutes'`;

  test.each(['+5m', '-5m', '+1d', '-1d'])('%s: trade goes on and nothing ends early', async (offset) => {
    const wrong = clockOff(offset);
    const right = await startWeb({});
    await until(async () => (await fetch(`${right.origin}/ready`)).ok);
    const before = await signIn(right.origin, 'buyer@example.com');
    const { web, origin } = await startWeb(wrong);
    await web.waitForOutput(/the database's clock differs from ours/);
    expect((await fetch(`${origin}/ready`)).status).toBe(503);
    expect((await fetch(`${origin}/up`)).status).toBe(200);
    await web.waitForOutput(/not ready: the clock differs from the database by over a minute/);

    // What a right process issued holds here, and the other way round.
    expect((await before.at(origin).page('/my_orders')).status).toBe(200);
    expect((await before.at(origin).call('GET', '/me.json')).body.user?.email).toBe('buyer@example.com');
    const buyer = await signIn(origin, 'buyer@example.com');
    expect((await buyer.at(right.origin).page('/my_orders')).status).toBe(200);
    const { sessions, tokens } = await one(
      `select (select bool_and(expire between now() + interval '6 days 23 hours' and now() + interval '7 days 1 second')
                 from sessions) as sessions,
              (select bool_and(expires_at between now() + interval '6 days 23 hours' and now() + interval '7 days 1 second')
                 from bearer_tokens where created_at > now() - interval '10 minutes') as tokens`,
    );
    expect({ sessions, tokens }).toEqual({ sessions: true, tokens: true });

    const id = await negotiate(origin, buyer);
    const dates = await one(
      `select submitted_at between now() - interval '1 minute' and now() + interval '1 second' as submitted,
              updated_at between now() - interval '1 minute' and now() + interval '1 second' as updated
         from offers where id = $1`,
      [id],
    );
    expect(dates).toEqual({ submitted: true, updated: true });
    await stop(web);
    await stop(right.web);
  });

  test.each(['+5m', '-5m', '+1d', '-1d'])(
    '%s: schedules run once, and expire what is due',
    async (offset) => {
      const [later, due] = (
        await client.query(
          `update offers set expires_at = now() + case when id % 2 = 0 then interval '2 minutes' else interval '-1 minute' end
          where id in (select id from offers where state in ('seller_review', 'buyer_review') order by id % 2, id desc limit 200)
          returning id, expires_at > now() as open`,
        )
      ).rows.reduce<[number[], number[]]>(
        ([open, past], row) => (row.open ? [[...open, row.id], past] : [open, [...past, row.id]]),
        [[], []],
      );
      const { begin } = await one('select now() as begin');
      const first = start('dist/worker.js', env(clockOff(offset)));
      await first.waitForOutput(/waiting for jobs/);
      await client.query(TICKS);
      const others = [start('dist/worker.js', env(clockOff(offset))), start('dist/worker.js', env({}))];
      for (const other of others) await other.waitForOutput(/waiting for jobs/);
      const countRejected = async (ids: readonly number[]) =>
        (
          await one('select count(*)::int as n from offers where id = any($1) and state = $2', [
            ids,
            'rejected',
          ])
        ).n;
      await until(async () => (await countRejected(due)) === due.length);
      expect([later.length > 0, await countRejected(later)]).toEqual([true, 0]);
      const { ahead, moved } = await one(
        `select (select count(*)::int from graphile_worker._private_known_crontabs where last_execution > now()) as ahead,
              (select count(*)::int from graphile_worker.jobs where key like 'scheduled %' and run_at > now() + interval '1 minute'
                 and last_error is null) as moved`,
      );
      expect({ ahead, moved }).toEqual({ ahead: 0, moved: 0 });
      const mails = await one(
        `select count(*)::int as n from (select event_key from mails where created_at > $1 group by 1 having count(*) > 1) twice`,
        [begin],
      );
      expect(mails).toEqual({ n: 0 });
      const output = [first, ...others].map((run) => run.output()).join('');
      expect(output.split('"job":"reconcile-payments"').length - 1).toBeLessThanOrEqual(2);
      expect(output).not.toMatch(/"level":[56]0/);
    },
  );

  test.each(['+5m', '-5m', '+1d', '-1d'])('%s: an emailed link works', async (offset) => {
    const email = `staff${offset.replace(/\W/, '')}@example.com`;
    const issuer = start('dist/command.js', env(clockOff(offset)), ['admin', email]);
    const [, token = ''] = await issuer.waitForOutput(/\/magic\/sign_in\/(\S+)/);
    const { web, origin } = await startWeb(clockOff(offset));
    const answer = await fetch(`${origin}/magic_sign_in?magic_sauce=${token}`, {
      headers: { Accept: 'application/json' },
    });
    expect(answer.status).toBe(200);
    const again = await fetch(`${origin}/magic_sign_in?magic_sauce=${token}`, {
      headers: { Accept: 'application/json' },
    });
    expect(again.status).toBe(401);
    await stop(web);
  });
});
