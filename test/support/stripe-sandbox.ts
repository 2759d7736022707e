import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express, { type Express, type Response } from 'express';
import type { Db } from '../../db/connection';
import { type Tx, transaction } from '../../db/transaction';
import { answer } from '../../server/stripe-sandbox/api';
import {
  type Answer,
  actOnCheckout,
  checkoutActs,
  checkoutPage,
  confirmOnPage,
  type Hosting,
  refuseOnPage,
  verifyPage,
} from '../../server/stripe-sandbox/checkout-pages';
import { StripeError } from '../../server/stripe-sandbox/errors';
import { settleIntent } from '../../server/stripe-sandbox/intents';
import type { Sandbox } from '../../server/stripe-sandbox/sandbox';
import { postEvent } from '../../server/stripe-sandbox/webhook-delivery';

export interface StandaloneOptions {
  readonly db: Db;
  readonly root: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** Where events are posted; until it is set, deliveries fail and are retried. */
  readonly webhookUrl?: string;
  readonly port?: number;
  readonly bankSettlesAfterMs?: number;
}

export interface Standalone {
  readonly origin: string;
  readonly sandbox: Sandbox;
  /** Changes the target, also for pending deliveries. */
  sendTo(webhookUrl: string): void;
  stop(): Promise<void>;
}

const RETRY_AFTER_MS = [0, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000];

/** Starts the sandbox as a separate server, for applications with STRIPE_API_BASE. */
export async function startStandalone(options: StandaloneOptions): Promise<Standalone> {
  const app = express();
  const server = createServer(app);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const timers = createTimers();
  const target = { url: options.webhookUrl ?? '' };
  const sandbox = createSandbox(options, origin, target, timers);
  app.use(express.static(join(options.root, 'public')));
  serveApi(app, sandbox);
  servePages(app, { sandbox, root: options.root, token: '', back: (address) => address });
  return {
    origin,
    sandbox,
    sendTo: (webhookUrl) => {
      target.url = webhookUrl;
    },
    stop: async () => {
      timers.clear();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Timers {
  /** Runs the act after `ms`. Its errors are ignored: deliveries retry, and reads settle due payments. */
  runAfter(ms: number, act: () => Promise<unknown>): void;
  clear(): void;
}

function createTimers(): Timers {
  const timers = new Set<NodeJS.Timeout>();
  return {
    runAfter: (ms, act) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        act().catch(() => undefined);
      }, ms);
      timers.add(timer);
    },
    clear: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function createSandbox(
  { db, apiKey, webhookSecret, bankSettlesAfterMs = 0 }: StandaloneOptions,
  origin: string,
  target: { readonly url: string },
  timers: Timers,
): Sandbox {
  const deliver = (eventId: string, attempt = 0): void => {
    const delay = RETRY_AFTER_MS[attempt];
    if (delay === undefined) return;
    timers.runAfter(delay, () => postEvent(sandbox, eventId).catch(() => deliver(eventId, attempt + 1)));
  };
  const sandbox: Sandbox = {
    db,
    origin,
    apiKey,
    webhookSecret,
    get webhookUrl() {
      return target.url;
    },
    bankSettlesAfterMs,
    deliver: async (tx: Tx, eventId: string) => tx.afterCommit(() => deliver(eventId)),
    settleAt: async (tx: Tx, intentId: string, at: Date) =>
      tx.afterCommit(() =>
        timers.runAfter(Math.max(0, at.getTime() - Date.now()), () =>
          transaction(db, (inner) => settleIntent(sandbox, inner, intentId)),
        ),
      ),
  };
  return sandbox;
}

function serveApi(app: Express, sandbox: Sandbox) {
  app.use('/v1', express.text({ type: () => true, limit: '256kb' }), async (req, res) => {
    const reply = await answer(sandbox, {
      method: req.method,
      url: req.originalUrl,
      body: typeof req.body === 'string' ? req.body : '',
      headers: req.headers as Record<string, string | undefined>,
    });
    res.status(reply.status).set(reply.headers).send(reply.body);
  });
}

async function send(res: Response, page: Promise<Answer>) {
  const result = await page.catch((error: unknown) => {
    if (error instanceof StripeError) return null;
    throw error;
  });
  if (!result) res.status(404).type('text').send('Not Found');
  else if ('redirect' in result) res.redirect(303, result.redirect);
  else res.type('html').send(result.html);
}

function servePages(app: Express, hosting: Hosting) {
  app.use(express.urlencoded({ extended: false }));
  app.get('/sandbox/checkout/:session', (req, res) => send(res, checkoutPage(hosting, req.params.session)));
  for (const act of checkoutActs)
    app.post(`/sandbox/checkout/:session/${act}`, (req, res) =>
      send(res, actOnCheckout(hosting, String(req.params.session), act)),
    );
  app.get('/sandbox/verify/:intent', (req, res) => send(res, verifyPage(hosting, req.params.intent)));
  app.post('/sandbox/verify/:intent/confirm', (req, res) =>
    send(
      res,
      confirmOnPage(hosting, req.params.intent, [String(req.body.amount_1), String(req.body.amount_2)]),
    ),
  );
  app.post('/sandbox/verify/:intent/refuse', (req, res) =>
    send(res, refuseOnPage(hosting, req.params.intent)),
  );
}
