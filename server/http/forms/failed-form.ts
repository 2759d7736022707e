import type { Request, RequestHandler, Response } from 'express';
import type { HttpError } from '../errors';
import type { Route } from '../route';
import { type Identify, viewerOf } from '../viewer';
import type { Flashes } from './flash';
import { failureOf, isForm, refererPath } from './forms';

type SendError = (req: Request, res: Response, error: HttpError) => Promise<void>;

interface FailedFormOptions {
  readonly router: RequestHandler;
  readonly flashes: Flashes;
  readonly identify: Identify;
  readonly signInPath: (returnTo: string) => string;
  readonly sendError: SendError;
}

const forward = (router: RequestHandler, req: Request, res: Response, path: string) =>
  new Promise<void>((resolve, reject) => {
    const own = (value: unknown) => ({ value, writable: true, configurable: true });
    const pageRequest = Object.create(req, {
      method: own('GET'),
      url: own(path),
      originalUrl: own(path),
      params: own({}),
    }) as Request;
    res.once('finish', resolve).once('close', resolve);
    router(pageRequest, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });

export const failedForms =
  ({ router, flashes, identify, signInPath, sendError }: FailedFormOptions): SendError =>
  async (req, res, error) => {
    if (!isForm(req)) return sendError(req, res, error);
    const { form = {} } = (res.locals.call ?? {}) as Partial<Route>;
    if (error.status === 401 && form.page === undefined) {
      flashes.set(res, { tone: 'red', text: 'Sign in to continue' });
      return res.redirect(303, signInPath(refererPath(req) ?? '/'));
    }
    const failed = failureOf(req, error, form, error.code === 'stale_token');
    if (!failed) return sendError(req, res, error);
    await viewerOf(req, identify);
    res.locals.failure = failed.failure;
    try {
      await forward(router, req, res, failed.path);
    } catch (failure) {
      if (res.headersSent) throw failure;
      res.locals.failure = undefined;
      await sendError(req, res, error);
    }
  };
