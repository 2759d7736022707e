import accountPages from './accounts/pages';
import accounts from './accounts/routes';
import addressPages from './addresses/pages';
import addresses from './addresses/routes';
import analytics from './analytics/routes';
import rulePages from './answers/offer-rules/pages';
import answerRules from './answers/offer-rules/routes';
import answers from './answers/routes';
import { actOrRequest } from './approvals/request';
import approvals from './approvals/routes';
import { currentApprovals } from './approvals/serializer';
import { claimsPart } from './claims/order-part';
import claimPages from './claims/pages';
import { mayUploadPhotos } from './claims/policy';
import claims from './claims/routes';
import mailbox from './development/routes';
import { documentsPart } from './documents/order-part';
import documents from './documents/routes';
import errors from './errors/routes';
import events from './events/routes';
import webhookPages from './events/webhooks/pages';
import guidance from './guidance/routes';
import { flatten } from './http/dispatch';
import type { RouteDependencies } from './http/route';
import batch from './imports/batch/routes';
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
import type { ApiReference } from './openapi/reference';
import { orderDocuments } from './orders/document';
import type { OrderPart } from './orders/extras';
import orders from './orders/routes';
import apiDocs from './pages/api-docs';
import pageRoutes from './pages/routes';
import { salesSummary } from './pages/sales-summary';
import { refundedPart } from './payments/order-part';
import payments from './payments/routes';
import dashboardPages from './products/manage/pages';
import productPages from './products/pages';
import products from './products/routes';
import productShipping from './products/shipping/routes';
import productSync from './products/sync/routes';
import tags from './products/tags/routes';
import staffSellers from './sellers/curation-routes';
import sellerPages from './sellers/pages';
import sellers from './sellers/routes';
import { shipmentsPart } from './shipping/queries';
import shipping from './shipping/routes';
import shopify from './shopify/routes';
import sourcing from './sourcing/routes';
import system from './system/routes';
import storage from './uploads/routes';
import wants from './wants/routes';

type OrderServices = Pick<RouteDependencies['services'], 'config' | 'databaseClock'>;

const orderParts = ({ config, databaseClock }: OrderServices): readonly OrderPart[] => [
  refundedPart,
  messagesPart(config),
  shipmentsPart,
  claimsPart({ config, databaseClock }),
  documentsPart,
  earningsPart(config),
];

/** Every URL by its viewers: test/who-may.table.ts. */
export const allRoutes = (dependencies: RouteDependencies, apiReference: () => Promise<ApiReference>) => {
  const documentOf = orderDocuments(dependencies.services.config, orderParts(dependencies.services));
  const loadThreads = offerThreads(dependencies.services.config);
  return flatten([
    ...accounts(dependencies),
    ...accountPages(dependencies),
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
    ...orders(dependencies, documentOf),
    ...offers(dependencies, loadThreads, actOrRequest(dependencies.services)),
    ...offerPages(loadThreads, currentApprovals),
    ...approvals(dependencies, loadThreads),
    ...messages(dependencies),
    ...answers(dependencies),
    ...answerRules(dependencies),
    ...rulePages(dependencies),
    ...payments(dependencies, documentOf),
    ...shipping(dependencies, documentOf),
    ...claims(dependencies),
    ...claimPages(dependencies),
    ...documents(dependencies),
    ...events(dependencies),
    ...webhookPages(),
    ...ledger(dependencies),
    ...ledgerPages(dependencies),
    ...sourcing(dependencies),
    ...guidance(),
    ...analytics(dependencies),
    ...productSync(),
    ...batch(dependencies),
    ...imports(dependencies),
    ...wants(dependencies),
    ...shopify(dependencies),
    ...storage(dependencies, (viewer, orderId) => mayUploadPhotos(dependencies.services, viewer, orderId)),
    ...mailbox(dependencies.services),
    ...notices(dependencies),
    ...insights(dependencies),
    ...system(dependencies),
    ...errors(dependencies),
    ...pageRoutes(dependencies),
    ...apiDocs(apiReference),
  ]);
};
