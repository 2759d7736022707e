import { toJson } from '../contract/json';
import { limit } from '../http/rate-limit';
import { type RouteDependencies, type Routes, route } from '../http/route';
import { anyone } from '../http/viewer';
import { toClientError } from './client-error';
import { reportClientError } from './contract';
import { clientErrorBody } from './schema';

const MAX_BODY_BYTES = 2_048;

export default ({ services }: RouteDependencies): Routes => {
  const { config, errorReports, log, metrics } = services;
  const perAddress = limit(services, 'client_errors');
  return [
    route(reportClientError, {
      body: clientErrorBody,
      may: anyone,
      reply: async ({ req, body, viewer }) => {
        const error = Buffer.byteLength(toJson(req.body)) > MAX_BODY_BYTES ? null : toClientError(body);
        if (!error || (config.rateLimits && !(await perAddress.take(req.ip ?? 'unknown')))) return undefined;
        metrics.clientErrors.inc();
        log.warn({ err: error, requestId: req.id }, 'an error in a browser');
        errorReports.report(error, { requestId: String(req.id), ...(viewer && { userId: viewer.id }) });
        return undefined;
      },
    }),
  ];
};
