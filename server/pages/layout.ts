import type { Request, Response } from 'express';
import type { Person } from '../accounts/policy';
import { streamSigner } from '../cable/signed-stream';
import type { Csrf } from '../http/csrf';
import type { PageAnswer } from '../http/dispatch';
import type { HttpError } from '../http/errors';
import { nonceOf } from '../http/headers';
import type { Renderer } from '../http/render';
import { type Identify, type Identity, viewerOf } from '../http/viewer';
import type { Services } from '../services';
import { frameOf } from './frame';
import { navOf } from './header';
import { badgeElements, headerStream } from './header-stream';

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
};

/** Sends pages in their layout: the facts that every page shows are gathered here, once. */
interface Parts {
  services: Services;
  csrf: Csrf;
  renderer: Renderer;
  identify: Identify;
}

export function pages({ services, csrf, renderer, identify }: Parts) {
  const { config, db } = services;
  const signer = streamSigner(config.secretKeyBase);

  async function send(req: Request, res: Response, answer: PageAnswer) {
    const viewer = (await viewerOf(req, identify)) as Person | null;
    const { badges, notes } = await frameOf(db, viewer);
    const html = await renderer.page(answer.view, {
      ...answer.locals,
      brand: config.brandName,
      title: answer.title,
      heading: answer.heading ?? 'shown',
      spot: answer.island ?? null,
      csrf: csrf.token(req, res),
      nonce: nonceOf(res),
      viewer,
      nav: navOf(viewer, req.path),
      badges: badgeElements(badges),
      stream: viewer && signer.sign(headerStream(viewer.id)),
      path: req.path,
      notes,
      footerTone: answer.footer ?? 'dark',
      secret: answer.secret ?? false,
      analyticsSrc: answer.secret ? null : config.analyticsSrc,
      appUrl: config.appUrl,
    });
    // A token in the address must not travel on as a referrer.
    if (answer.secret) res.set('Referrer-Policy', 'no-referrer');
    res
      .status(answer.status)
      .set('Cache-Control', viewer || answer.secret ? 'private, no-store' : 'private, no-cache')
      .type('html')
      .send(html);
  }

  /** The error pages: the spec's 404, the generic screen for all else. */
  const sendError = (req: Request, res: Response, { status, body }: HttpError) =>
    send(req, res, {
      status,
      title: status === 404 ? '404 - Page not found' : 'Unexpected Application Error!',
      view: status === 404 ? 'pages/not_found' : 'pages/error',
      locals: {
        status,
        message: TITLES[status] ?? (typeof body.error === 'string' ? body.error : 'Something went wrong'),
        requestId: String(req.id ?? ''),
      },
    });

  /** Asked for while the page reads what it is about. A failure is the page's, once it comes to that. */
  const lookAhead = (viewer: Identity) => void frameOf(db, viewer as Person).catch(() => undefined);

  return { send, sendError, lookAhead };
}
