import compression from 'compression';
import type { Express, Request } from 'express';
import { requireOpenToKey } from './accounts/keys/authentication';
import { requiredStep, requireSetUp } from './accounts/required-step';
import { requireConfirmed } from './accounts/security/step-up';
import { sessions, signedInSessionId } from './accounts/sessions/cookie';
import { bears, identify } from './accounts/sessions/session';
import { answerPlainHttp } from './cable/handshake';
import { reportRequest } from './errors/request-reports';
import { bodyReader, rawWebhook } from './http/body';
import { assetsOf } from './http/built-files';
import { csrf } from './http/csrf';
import { createDiskWatch, type DiskWatch } from './http/disk-full';
import { dispatch, routeFinder } from './http/dispatch';
import { errorHandler } from './http/errors';
import { expressApp, healthChecks } from './http/express-app';
import { failedForms } from './http/forms/failed-form';
import { flashes as flashesFor } from './http/forms/flash';
import { isForm } from './http/forms/forms';
import { requireHttps } from './http/https';
import { islandsOf } from './http/island-html';
import { formFiles } from './http/multipart';
import { jsonSuffix, wantsPage } from './http/negotiate';
import { createReturnPath } from './http/return-path';
import type { Page, Route } from './http/route';
import { securityHeaders } from './http/security-headers';
import { BROTLI } from './http/send-text';
import { publicFiles } from './http/static-files';
import { configureViews } from './http/views';
import { metricsEndpoint } from './metrics/endpoint';
import { cacheObserver } from './metrics/observers';
import type { ApiReference } from './openapi/reference';
import { pages } from './pages/layout';
import { restrictedMode } from './pages/restricted-mode';
import { createSharedPages } from './pages/shared-pages';
import { allRoutes } from './routes';
import type { Services } from './services';
import { newFileKey } from './storage/keys';
import { files } from './uploads/file-routes';
import { formFileStore, formFolder } from './uploads/form-files';

export interface App {
  readonly express: Express;
  readonly routes: readonly (Route | Page)[];
}

export function createApp(services: Services): App {
  const { config } = services;
  const app = expressApp(config);
  const disk = createDiskWatch();
  const tokens = csrf(config, signedInSessionId);
  const flashes = flashesFor(config);
  const whose = identify(services);
  const signInPath = (returnTo: string) => `/sign_in?return_to=${encodeURIComponent(returnTo)}`;
  const assets = assetsOf(config);
  const islands = renderedIslands(services);
  const sharedPages = config.production ? sharedPagesOf(services, islands.failures) : null;
  const { send, sendError, lookAhead } = pages({
    services,
    csrf: tokens,
    flashes,
    assets,
    identify: whose,
    sharedPages,
  });
  const returnPath = createReturnPath(() => routes);
  let reference: Promise<ApiReference> | null = null;
  const loadReference = () => {
    reference ??= import('./api-docs').then(({ apiReference }) => apiReference(routes, config));
    return reference;
  };
  const routes: readonly (Route | Page)[] = allRoutes({ services, csrf: tokens, returnPath }, loadReference);

  configureViews(app, config, { assets, islands: islands.mountPoint });
  answerWithoutSession(app, services, disk);
  app.use(sessions(services));
  app.use(['/webhooks', '/dev/webhooks'], rawWebhook);
  app.use(jsonSuffix, restrictedMode(config, send));
  app.use(formFiles({ routes, identify: whose, newKey: newFileKey, folder: formFolder(config) }));
  app.use(bodyReader(routes));
  const router = dispatch(
    {
      services,
      csrf: tokens,
      flashes,
      identify: whose,
      hasBearerToken: bears(services),
      requiredStep: requiredStep(config),
      requireSetUp: requireSetUp(config),
      requireConfirmed: requireConfirmed(services),
      requireOpenToKey: requireOpenToKey(services),
      signInPath,
      prefetchLayout: lookAhead,
      storeFile: formFileStore(services),
      routeOf: routeFinder(routes),
      sendPage: send,
    },
    routes,
  );
  app.use(router);

  app.use(
    errorHandler({
      wantsPage: (req, res) => isForm(req) || wantsPage(req, res.locals.isCall === true),
      sendPage: failedForms({ router, flashes, identify: whose, signInPath, sendError }),
      beforeResponse: tokens.amendErrorResponse,
      report(error, req) {
        disk.note(error);
        reportFailure(services, error, req);
      },
    }),
  );
  return { express: app, routes };
}

/** Probes and metrics come before the redirect to https; every later response has the security headers. */
function answerWithoutSession(app: Express, services: Services, disk: DiskWatch) {
  const { config, metrics } = services;
  app.use(healthChecks(services, disk));
  app.use(
    '/metrics',
    metricsEndpoint(config, () => metrics.registry.metrics()),
  );
  app.use(requireHttps(config));
  app.use('/cable', answerPlainHttp);
  app.use(securityHeaders(config));
  app.use(compression({ brotli: { params: BROTLI } }));
  app.use(publicFiles(config));
  app.use(files(services));
}

function renderedIslands({ config, log, errorReports, metrics }: Services) {
  let failures = 0;
  const mountPoint = islandsOf(config, {
    onFailure: (island, error) => {
      failures += 1;
      log.error({ err: error, island }, 'an island could not be rendered');
      errorReports.report(error, { island });
    },
    cache: cacheObserver(metrics, 'islands'),
  });
  return { mountPoint, failures: () => failures };
}

const sharedPagesOf = ({ metrics }: Services, failures: () => number) =>
  createSharedPages({ failures, cache: cacheObserver(metrics, 'pages', 1) });

function reportFailure({ log, errorReports }: Services, error: unknown, req: Request) {
  log.error({ err: error, requestId: req.id, path: req.path }, 'request failed');
  reportRequest(errorReports, error, req);
}
