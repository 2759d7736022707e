import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express, { type Response } from 'express';
import type { Db } from '../../db/connection';
import type { Tx } from '../../db/transaction';
import { transaction } from '../../db/transaction';
import { answer } from './api';
import {
  type Answer,
  actOnCheckout,
  checkoutActs,
  checkoutPage,
  confirmOnPage,
  type Hosting,
  refuseOnPage,
  verifyPage,
} from './checkout-pages';
import { StripeError } from './errors';
import { settleIntent } from './intents';
import type { Sandbox } from './sandbox';
import { postEvent } from './webhook-delivery';

export interface StandaloneOptions {
  readonly db: Db;
  readonly root: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** Where events go; none are sent before it is known. */
  readonly webhookUrl?: string;
  readonly port?: number;
  readonly bankSettlesAfterMs?: number;
}

export interface Standalone {
  readonly origin: string;
  readonly sandbox: Sandbox;
  /** Events go there from now on, those not taken yet too. */
  sendTo(webhookUrl: string): void;
  stop(): Promise<void>;
}

const RETRY_AFTER_MS = [0, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000];

/** The stand-in as a server of its own, for an application that is told of it by STRIPE_API_BASE. */
export async function startStandalone(options: StandaloneOptions): Promise<Standalone> {
  const app = express();
  const server = createServer(app);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  let target = options.webhookUrl ?? '';
  const timers = new Set<NodeJS.Timeout>();
  const later = (act: () => Promise<unknown>, ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      // A delivery that fails is tried again by its own schedule; a settlement by the next look at it.
      act().catch(() => undefined);
    }, ms);
    timers.add(timer);
  };
  const deliver = (eventId: string, attempt = 0): void => {
    const wait = RETRY_AFTER_MS[attempt];
    if (wait === undefined) return;
    later(() => postEvent(sandbox, eventId).catch(() => deliver(eventId, attempt + 1)), wait);
  };
  const sandbox: Sandbox = {
    db: options.db,
    origin,
    apiKey: options.apiKey,
    webhookSecret: options.webhookSecret,
    get webhookUrl() {
      return target;
    },
    bankSettlesAfterMs: options.bankSettlesAfterMs ?? 0,
    deliver: async (tx: Tx, eventId: string) => tx.afterCommit(() => deliver(eventId)),
    settleAt: async (tx: Tx, intentId: string, at: Date) =>
      tx.afterCommit(() =>
        later(
          () => transaction(options.db, (inner) => settleIntent(sandbox, inner, intentId)),
          Math.max(0, at.getTime() - Date.now()),
        ),
      ),
  };

  app.use(express.static(join(options.root, 'public')));
  app.use('/v1', express.text({ type: () => true, limit: '256kb' }), async (req, res) => {
    const reply = await answer(sandbox, {
      method: req.method,
      url: req.originalUrl,
      body: typeof req.body === 'string' ? req.body : '',
      headers: req.headers as Record<string, string | undefined>,
    });
    res.status(reply.status).set(reply.headers).send(reply.body);
  });

  const hosting: Hosting = { sandbox, root: options.root, token: '', back: (address) => address };
  const send = async (res: Response, page: Promise<Answer>) => {
    const made = await page.catch((error: unknown) => {
      if (error instanceof StripeError) return null;
      throw error;
    });
    if (!made) res.status(404).type('text').send('Not Found');
    else if ('redirect' in made) res.redirect(303, made.redirect);
    else res.type('html').send(made.html);
  };
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

  return {
    origin,
    sandbox,
    sendTo: (webhookUrl) => {
      target = webhookUrl;
    },
    stop: async () => {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
