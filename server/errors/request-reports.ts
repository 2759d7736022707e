import type { Request } from 'express';
import { asHttpError } from '../http/errors';
import type { ErrorReports } from './error-reports';

/** Integrations and the database being away are known causes, which metrics count. */
const isKnown = (status: number) => status < 500 || status === 502 || status === 503;

export function reportRequest(reports: ErrorReports, error: unknown, req: Request) {
  if (isKnown(asHttpError(error).status)) return;
  const route: unknown = req.res?.locals.route;
  reports.report(error, {
    requestId: String(req.id),
    ...(typeof route === 'string' && { route }),
    ...(req.viewer && { userId: req.viewer.id }),
  });
}
