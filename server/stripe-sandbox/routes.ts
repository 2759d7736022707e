import type { Request, Response } from 'express';
import { endpoint } from '../contract/endpoint';
import { NotFound } from '../http/errors';
import { type RouteDependencies, type Routes, route } from '../http/route';
import { anyone } from '../http/viewer';
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
import { sandboxOf } from './jobs';

const checkout = endpoint<undefined>()('GET /sandbox/checkout/:session');
const verification = endpoint<undefined>()('GET /sandbox/verify/:intent');
const confirm = endpoint<undefined>()('POST /sandbox/verify/:intent/confirm');
const refuse = endpoint<undefined>()('POST /sandbox/verify/:intent/refuse');

const textOf = (body: unknown, name: string) => {
  const value = (body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value.slice(0, 20) : '';
};

/** Returns to the host that served the page: a session cookie of 127.0.0.1 is not sent to localhost. */
function ownPathOf(address: string) {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** The sandbox's hosted pages; no routes when Stripe itself is configured. */
export default ({ services, csrf }: RouteDependencies): Routes => {
  if (services.config.stripe.kind !== 'sandbox') return [];
  const hosting = (req: Request, res: Response): Hosting => ({
    sandbox: sandboxOf(services),
    root: services.config.root,
    token: csrf.token(req, res),
    back: ownPathOf,
  });
  const send = async (res: Response, page: Promise<Answer>) => {
    const answer = await page.catch((error: unknown) => {
      throw error instanceof StripeError ? NotFound() : error;
    });
    res.set('Cache-Control', 'no-store');
    if ('redirect' in answer) res.redirect(303, answer.redirect);
    else res.type('html').send(answer.html);
    return undefined;
  };
  return [
    route(checkout, {
      may: anyone,
      reply: ({ req, res, params }) => send(res, checkoutPage(hosting(req, res), params.session)),
    }),
    ...checkoutActs.map((act) =>
      route(endpoint<undefined>()(`POST /sandbox/checkout/:session/${act}`), {
        may: anyone,
        reply: ({ req, res, params }) => send(res, actOnCheckout(hosting(req, res), params.session, act)),
      }),
    ),
    route(verification, {
      may: anyone,
      reply: ({ req, res, params }) => send(res, verifyPage(hosting(req, res), params.intent)),
    }),
    route(confirm, {
      may: anyone,
      reply: ({ req, res, params }) =>
        send(
          res,
          confirmOnPage(hosting(req, res), params.intent, [
            textOf(req.body, 'amount_1'),
            textOf(req.body, 'amount_2'),
          ]),
        ),
    }),
    route(refuse, {
      may: anyone,
      reply: ({ req, res, params }) => send(res, refuseOnPage(hosting(req, res), params.intent)),
    }),
  ];
};
