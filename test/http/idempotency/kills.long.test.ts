import { randomUUID } from 'node:crypto';
import type { Buyer, Seller } from '../../../server/accounts/policy';
import { createAddress } from '../../../server/addresses/contract';
import { type RunningApp, startApp } from '../../support/app';
import { Client } from '../../support/client';
import { Factory } from '../../support/factories';
import { type Run, start, stopAll, until } from '../../support/process';
import { killHard } from '../../support/workers';

/** Each cuts off several answers; KILLS=40 makes 200 of them. */
const KILLS = Number(process.env.KILLS ?? 3);
const PER_KILL = 5;

vi.setConfig({ testTimeout: 60_000 + KILLS * 30_000, hookTimeout: 120_000 });

let app: RunningApp;
let factory: Factory;
let seller: Seller;

/** The answers of held keys wait between the act's commit and their own row, so that a kill meets them there. */
const HOLD_ANSWERS = `
  create table held_keys (key text primary key);
  create function hold_answer() returns trigger language plpgsql as $$
    begin
      while exists (select from held_keys where held_keys.key = new.key) loop perform pg_sleep(0.05); end loop;
      return new;
    end $$;
  create trigger hold_answer before update on idempotency_keys
    for each row when (new.status is not null) execute function hold_answer()`;

beforeAll(async () => {
  app = await startApp({ rateLimits: false });
  factory = new Factory(app);
  seller = await factory.aSeller();
  await factory.db.raw(HOLD_ANSWERS);
});
afterAll(async () => {
  await stopAll();
  await app.stop();
});

async function aProcess(): Promise<{ run: Run; origin: string }> {
  const run = start('dist/web.js', {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.services.config.dataDir,
    SECRET_KEY_BASE: app.services.config.secretKeyBase,
    SEED_DEMO: 'false',
    RATE_LIMITS: 'off',
    WEB_CONCURRENCY: '1',
    PORT: '0',
  });
  const [, origin = ''] = await run.waitForOutput(/(http:\/\/[^\s"]+:\d+)/);
  await until(async () => (await fetch(`${origin}/ready`)).ok);
  return { run, origin };
}

interface Act {
  readonly by: Buyer | Seller;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  isTrue(body: unknown): Promise<boolean>;
}

let made = 0;

/** Each for a new buyer: a company may have only so many addresses. */
async function anAddress(): Promise<Act> {
  const line1 = `${++made} Linden Ave`;
  const place = { city: 'Dayton', region: 'OH', postal_code: '45403', country: 'US', phone: '+19372245678' };
  return {
    by: await factory.aBuyer(),
    method: 'POST',
    path: createAddress.path,
    body: { address: { company: 'Ridgeline', line1, ...place } },
    key: randomUUID(),
    isTrue: async (body) =>
      JSON.stringify(body).includes(line1) && (await factory.db('addresses').where({ line1 })).length === 1,
  };
}

async function anAcceptance(): Promise<Act> {
  const product = await factory.aProduct({ seller });
  // A buyer of its own, as unpaid orders are limited.
  const offer = await factory.anOffer({ seller, lines: [{ product, quantity: 10n }] });
  return {
    by: seller,
    method: 'PUT',
    path: `/offers/${offer.id}/accept`,
    body: {},
    key: randomUUID(),
    async isTrue(body) {
      const orders = await factory.db('purchase_orders').where({ offer_id: offer.id });
      const stored = await factory.db('products').where({ id: product.id }).first('units');
      const { attributes } = (body as { data: { attributes: { state: string } } }).data;
      return orders.length === 1 && stored?.units === 90n && attributes.state === 'accepted';
    },
  };
}

const send = async (origin: string, { by, method, path, body, key }: Act) => {
  const token = await app.services.bearerTokens.issue(by.id);
  const client = new Client(origin, { Authorization: `Bearer ${token}` });
  return client.request(method, path, { body, headers: { 'Idempotency-Key': key } });
};

const committed = async (acts: readonly Act[]) =>
  (
    await factory
      .db('idempotency_keys')
      .whereIn(
        'key',
        acts.map(({ key }) => key),
      )
      .whereNotNull('committed_at')
  ).length;

/** The statements of a killed process, which PostgreSQL would finish. */
const endItsStatements = () =>
  factory.db.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state <> 'idle' and query like '%idempotency_keys%' and pid <> pg_backend_pid()`,
  );

test('kills between commit and answer: nothing happens twice, every repeat gets a true answer', async () => {
  let recovered = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const acts: Act[] = [];
    for (let n = 0; n < PER_KILL; n++) acts.push(n % 2 ? await anAddress() : await anAcceptance());
    await factory.db.raw('insert into held_keys select unnest(?::text[])', [acts.map(({ key }) => key)]);
    const killed = await aProcess();
    const cut = acts.map((act) => send(killed.origin, act).catch(() => null));
    await until(async () => (await committed(acts)) === PER_KILL);
    await killHard(killed.run);
    expect(await Promise.all(cut)).toEqual(acts.map(() => null));
    await endItsStatements();
    await factory.db.raw('delete from held_keys');
    // In place of waiting for the minute that a run is left alone.
    await factory.db('idempotency_keys').update({ locked_until: factory.db.raw("now() - interval '1 s'") });
    for (const act of acts) {
      const answer = await send(app.origin, act);
      // A statement that was on its way at the kill may still have stored the answer.
      const replayed = answer.headers.get('Idempotency-Replayed');
      expect([200, 201]).toContain(answer.status);
      expect(['recovered', 'true']).toContain(replayed);
      expect(await act.isTrue(answer.body), answer.text).toBe(true);
      if (replayed === 'recovered') recovered += 1;
    }
  }
  expect(recovered).toBeGreaterThan(0);
});
