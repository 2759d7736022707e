import { constants } from 'node:zlib';
import compression from 'compression';
import type { Express } from 'express';
import accountPages from './accounts/pages';
import { requiredStep } from './accounts/required-step';
import accounts from './accounts/routes';
import { sessions, signedInSessionId } from './accounts/sessions/cookie';
import { bears, identify } from './accounts/sessions/session';
import addressPages from './addresses/pages';
import addresses from './addresses/routes';
import analytics from './analytics/routes';
import answers from './answers/routes';
import rulePages from './answers/rules/pages';
import answerRules from './answers/rules/routes';
import { answerPlainHttp } from './cable/handshake';
import { claimsPart } from './claims/order-part';
import claimPages from './claims/pages';
import { mayUploadPhotos } from './claims/policy';
import claims from './claims/routes';
import type { Config } from './config/config';
import mailbox from './development/routes';
import { documentsPart } from './documents/order-part';
import documents from './documents/routes';
import guidance from './guidance/routes';
import { rawWebhook, readBody } from './http/body';
import { assetsOf } from './http/built-files';
import { csrf } from './http/csrf';
import { dispatch, flatten } from './http/dispatch';
import { errorHandler } from './http/errors';
import { expressApp, healthChecks } from './http/express-app';
import { failedForms } from './http/forms/failed-form';
import { flashes as flashesFor } from './http/forms/flash';
import { isForm } from './http/forms/forms';
import { requireHttps } from './http/https';
import { islandsOf } from './http/island-html';
import { formFiles } from './http/multipart';
import { jsonSuffix, wantsPage } from './http/negotiate';
import type { Page, Route, RouteDependencies } from './http/route';
import { securityHeaders } from './http/security-headers';
import { publicFiles } from './http/static-files';
import { configureViews } from './http/views';
import imports from './imports/routes';
import insights from './insights/routes';
import { earningsPart } from './ledger/order-part';
import ledgerPages from './ledger/pages';
import ledger from './ledger/routes';
import messages from './messages/routes';
import { messagesPart, offerThreads } from './messages/threads';
import notices from './notices/routes';
import notifications from './notifications/routes';
import offerPages from './offers/pages';
import offers from './offers/routes';
import { orderDocuments } from './orders/document';
import type { OrderPart } from './orders/extras';
import orders from './orders/routes';
import { pages } from './pages/layout';
import { restrictedMode } from './pages/restricted-mode';
import pageRoutes from './pages/routes';
import { salesSummary } from './pages/sales-summary';
import { beforeStaffEvent } from './payments/cancellation';
import { refundedPart } from './payments/refunded';
import payments from './payments/routes';
import dashboardPages from './products/manage/pages';
import productPages from './products/pages';
import products from './products/routes';
import productShipping from './products/shipping/routes';
import tags from './products/tags/routes';
import staffSellers from './sellers/curation-routes';
import sellerPages from './sellers/pages';
import sellers from './sellers/routes';
import type { Services } from './services';
import { shipmentsPart } from './shipping/queries';
import shipping from './shipping/routes';
import shopify from './shopify/routes';
import sourcing from './sourcing/routes';
import { newFileKey } from './storage/keys';
import { files } from './uploads/file-routes';
import { formFileStore, formFolder } from './uploads/form-files';
import storage from './uploads/routes';

const orderParts = (config: Config): readonly OrderPart[] => [
  refundedPart,
  messagesPart(config),
  shipmentsPart,
  claimsPart(config),
  documentsPart,
  earningsPart(config),
];

const allRoutes = (dependencies: RouteDependencies) => {
  const documentOf = orderDocuments(dependencies.services.config, orderParts(dependencies.services.config));
  const loadThreads = offerThreads(dependencies.services.config);
  return flatten([
    ...accounts(dependencies),
    ...accountPages(),
    ...notifications(dependencies),
    ...addresses(dependencies),
    ...addressPages(),
    ...sellers(dependencies),
    ...sellerPages(),
    ...staffSellers(dependencies),
    ...products(dependencies),
    ...productShipping(),
    ...productPages(),
    ...tags(dependencies),
    ...dashboardPages(dependencies, salesSummary(dependencies.services)),
    ...orders(dependencies, { beforeEvent: beforeStaffEvent(dependencies.services), documentOf }),
    ...offers(dependencies, loadThreads),
    ...offerPages(loadThreads),
    ...messages(dependencies),
    ...answers(dependencies),
    ...answerRules(dependencies),
    ...rulePages(dependencies),
    ...payments(dependencies, documentOf),
    ...shipping(dependencies, documentOf),
    ...claims(dependencies),
    ...claimPages(dependencies),
    ...documents(dependencies),
    ...ledger(dependencies),
    ...ledgerPages(dependencies),
    ...sourcing(dependencies),
    ...guidance(),
    ...analytics(dependencies),
    ...imports(dependencies),
    ...shopify(dependencies),
    ...storage(dependencies, (viewer, orderId) => mayUploadPhotos(dependencies.services, viewer, orderId)),
    ...mailbox(dependencies.services),
    ...notices(dependencies),
    ...insights(dependencies),
    ...pageRoutes(dependencies),
  ]);
};

export interface App {
  readonly express: Express;
  readonly routes: readonly (Route | Page)[];
}

/** Two thirds of the time of level 4, the default, for 5 % more bytes. */
const BROTLI_QUALITY = 3;

export function createApp(services: Services): App {
  const { config, log } = services;
  const app = expressApp(config);
  const tokens = csrf(config, signedInSessionId);
  const flashes = flashesFor(config);
  const whose = identify(services);
  const signInPath = (returnTo: string) => `/sign_in?return_to=${encodeURIComponent(returnTo)}`;
  const assets = assetsOf(config);
  const { send, sendError, lookAhead } = pages({ services, csrf: tokens, flashes, assets, identify: whose });
  const dependencies: RouteDependencies = { services, csrf: tokens };
  const routes = allRoutes(dependencies);

  configureViews(app, config, {
    assets,
    islands: islandsOf(config, (id, error) =>
      log.error({ err: error, island: id }, 'an island could not be rendered'),
    ),
  });
  app.use(healthChecks(services));
  app.use(requireHttps(config));
  app.use('/cable', answerPlainHttp);
  app.use(securityHeaders(config));
  app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } } }));
  app.use(publicFiles(config));
  app.use(files(services));
  app.use(sessions(services));
  app.use('/webhooks', rawWebhook);
  app.use(jsonSuffix, restrictedMode(config, send));
  app.use(formFiles({ routes, identify: whose, newKey: newFileKey, folder: formFolder(config) }));
  app.use(readBody);
  const router = dispatch(
    {
      services,
      csrf: tokens,
      flashes,
      identify: whose,
      hasBearerToken: bears(services),
      requiredStep,
      signInPath,
      prefetchLayout: lookAhead,
      storeFile: formFileStore(services),
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
      report: (error, req) => log.error({ err: error, requestId: req.id, path: req.path }, 'request failed'),
    }),
  );
  return { express: app, routes };
}
