import type { Request, Response } from 'express';
import type { Person } from '../accounts/policy';
import { streamSigner } from '../cable/signed-stream';
import type { Csrf } from '../http/csrf';
import type { PageAnswer } from '../http/dispatch';
import type { HttpError } from '../http/errors';
import { nonceOf } from '../http/headers';
import type { Renderer } from '../http/render';
import { type Identify, viewerOf } from '../http/viewer';
import { notesFor } from '../notices/release-note';
import type { Services } from '../services';
import { badgesOf, navOf } from './header';
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
    const badges = await badgesOf(db, viewer);
    const notes = viewer ? await notesFor(db, viewer) : [];
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

  return { send, sendError };
}
