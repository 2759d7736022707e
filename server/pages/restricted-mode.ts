import type { Request, RequestHandler, Response } from 'express';
import type { Config } from '../config/config';
import { wantsJson } from '../http/negotiate';
import type { PageAnswer } from '../http/respond';

/** docs/rules.md#screens */
const COUNTDOWN_SECONDS = 10;

type Send = (req: Request, res: Response, page: PageAnswer) => Promise<void>;

/** What does not ask for HTML first is a call. */
const isPage = (req: Request) =>
  (req.method === 'GET' || req.method === 'HEAD') &&
  /\btext\/html\b/.test(req.headers.accept ?? '') &&
  !wantsJson(req);

/** Replaces every page on the legacy host and in restricted mode. API calls still work. */
export const restrictedMode =
  ({ legacy, restrictedMode }: Config, send: Send): RequestHandler =>
  async (req, res, next) => {
    if (!(legacy || restrictedMode) || !isPage(req)) return next();
    if (legacy && req.hostname === legacy.host) {
      res.set('Refresh', `${COUNTDOWN_SECONDS};url=${legacy.successorUrl}`);
      return send(req, res, {
        status: 200,
        title: "We've been acquired",
        view: 'pages/legacy_host',
        locals: { successorUrl: legacy.successorUrl },
        bare: true,
      });
    }
    if (!restrictedMode) return next();
    if (req.path !== '/') return res.redirect(302, '/');
    await send(req, res, {
      status: 200,
      title: 'Temporarily Closed',
      view: 'pages/restricted',
      locals: {},
      bare: true,
    });
  };
