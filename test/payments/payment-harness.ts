import { connect } from '../../db/connection';
import { jobs } from '../../server/job-registry';
import { startWorker } from '../../server/jobs/worker';
import { openPayment } from '../../server/payments/contract';
import { type RunningApp, startApp } from '../support/app';
import { Client } from '../support/client';
import { testDatabase } from '../support/database';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { projectRoot } from '../support/roots';
import { RemoteStripeStub } from '../support/stripe';
import { startStandalone } from '../support/stripe-sandbox';

/** The application with a payment provider, and the acts of buyers and banks. */
export interface PaymentHarness {
  readonly app: RunningApp;
  readonly factory: Factory;
  /** The remote stub, when it is the provider. */
  readonly foreign: RemoteStripeStub | null;
  pay(url: string): Promise<unknown>;
  payByBank(url: string): Promise<unknown>;
  decline(url: string): Promise<unknown>;
  cancel(url: string): Promise<unknown>;
  confirmDeposits(verificationUrl: string): Promise<unknown>;
  refuseDeposits(verificationUrl: string): Promise<unknown>;
  /** Resolves when all events and jobs are processed. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export type ForeignPayments = PaymentHarness & { readonly foreign: RemoteStripeStub };

const workOff = (app: RunningApp) => runDueJobs(app.services, jobs, new Date(Date.now() + 10_000));

const idIn = (url: string) => url.split('/').pop() ?? '';

/** Presses a button of a hosted page, with its form's token. */
async function press(url: string, act: string, fields: Record<string, string> = {}) {
  const { origin, pathname } = new URL(url);
  const client = new Client(origin);
  const { text: page } = await client.send('GET', pathname);
  // The page has no such button.
  if (!page.includes(`${pathname}/${act}"`)) return null;
  const token = /name="authenticity_token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const answer = await client.send('POST', `${pathname}/${act}`, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ authenticity_token: token, ...fields }).toString(),
  });
  if (answer.status !== 303) throw new Error(`${act} answered ${answer.status}: ${answer.text}`);
  return answer.headers.get('location');
}

export const buttons = {
  pay: (url: string) => press(url, 'pay'),
  payByBank: (url: string) => press(url, 'pay_by_bank'),
  decline: (url: string) => press(url, 'decline'),
  cancel: (url: string) => press(url, 'cancel'),
  confirmDeposits: (url: string) => press(url, 'confirm', { amount_1: '32', amount_2: '45' }),
  refuseDeposits: (url: string) => press(url, 'refuse'),
};

async function sandboxInside(): Promise<PaymentHarness> {
  const app = await startApp();
  return {
    app,
    factory: new Factory(app),
    foreign: null,
    ...buttons,
    settled: () => workOff(app),
    stop: () => app.stop(),
  };
}

const UNDER_WAY = `select
  exists (select from sandbox_objects where kind = 'payment_intent' and data ->> 'status' = 'processing')
  or exists (select from sandbox_objects where kind = 'event' and not (id = any (?))) as under_way`;

async function sandboxOutside(): Promise<PaymentHarness> {
  const database = await testDatabase();
  const db = connect(database.url);
  const keys = { apiKey: 'sk_test_outside', webhookSecret: 'whsec_outside' };
  const standalone = await startStandalone({ db, root: projectRoot, ...keys });
  const app = await startApp({
    stripe: {
      kind: 'stripe',
      secretKey: keys.apiKey,
      webhookSecret: keys.webhookSecret,
      apiBase: standalone.origin,
    },
  });
  standalone.sendTo(`${app.origin}/webhooks/stripe`);
  const underWay = async () => {
    const arrived = await app.services.db('payment_events').pluck('id');
    const { rows } = await db.raw<{ rows: [{ under_way: boolean }] }>(UNDER_WAY, [arrived]);
    return rows[0].under_way;
  };
  return {
    app,
    factory: new Factory(app),
    foreign: null,
    ...buttons,
    settled: async () => {
      while (await underWay()) await new Promise((tick) => setTimeout(tick, 20));
      await workOff(app);
    },
    stop: async () => {
      await standalone.stop();
      await app.stop();
      await db.destroy();
      await database.drop();
    },
  };
}

export async function foreignStripe(): Promise<ForeignPayments> {
  const foreign = await new RemoteStripeStub().start();
  const app = await startApp({
    stripe: {
      kind: 'stripe',
      secretKey: foreign.secretKey,
      webhookSecret: foreign.webhookSecret,
      apiBase: foreign.origin,
    },
  });
  foreign.webhookUrl = `${app.origin}/webhooks/stripe`;
  const sessionAt = (url: string) => {
    const session = foreign.sessions.get(idIn(url));
    if (!session) throw new Error(`No session at ${url}`);
    return session;
  };
  const sessionOf = (url: string) => {
    const found = [...foreign.sessions.values()].find(({ payment_intent }) => payment_intent === idIn(url));
    if (!found) throw new Error(`No session for ${url}`);
    return found;
  };
  return {
    app,
    factory: new Factory(app),
    foreign,
    pay: async (url) => {
      const session = sessionAt(url);
      if (session.status === 'open') await foreign.pay(session);
    },
    payByBank: (url) => foreign.byBank(sessionAt(url)),
    decline: (url) => foreign.fail(sessionAt(url)),
    cancel: async () => undefined,
    confirmDeposits: async (url) => {
      await foreign.verify(sessionOf(url));
      await foreign.settle(sessionOf(url));
    },
    refuseDeposits: (url) => foreign.fail(sessionOf(url)),
    settled: () => workOff(app),
    stop: async () => {
      await foreign.stop();
      await app.stop();
    },
  };
}

export async function anOpenCheckout({ factory, foreign }: ForeignPayments) {
  const order = await factory.anOrder();
  const { body } = await (await factory.as(order.buyer)).call(openPayment, { id: order.id });
  const session = foreign.sessions.get(idIn(body.url));
  if (!session) throw new Error('No session was opened');
  return { order, session, intent: foreign.intentOf(session) };
}

/** Acts beside a running worker, then waits until it has processed every event and due job. */
export async function untilSettled({ app }: PaymentHarness, act: () => Promise<unknown>) {
  const { db } = app.services;
  const worker = await startWorker(app.services, jobs);
  try {
    await act();
    for (;;) {
      const [waiting] = await db('payment_events').whereNull('processed_at').limit(1);
      const { rows } = await db.raw<{ rows: unknown[] }>(
        'select from graphile_worker._private_jobs where run_at <= now()',
      );
      if (!waiting && rows.length === 0) return;
      await new Promise((tick) => setTimeout(tick, 25));
    }
  } finally {
    await worker.stop();
  }
}

export const tills: [string, () => Promise<PaymentHarness>][] = [
  ['the sandbox inside the application', sandboxInside],
  ['the sandbox elsewhere, by STRIPE_API_BASE', sandboxOutside],
  ['a foreign stand-in, by STRIPE_API_BASE', foreignStripe],
];
