import company from './accounts/company/doc';
import apiKeys from './accounts/keys/doc';
import addresses from './addresses/doc';
import analytics from './analytics/doc';
import answers from './answers/doc';
import offerRules from './answers/offer-rules/doc';
import approvals from './approvals/doc';
import claims from './claims/doc';
import type { Config } from './config/config';
import documents from './documents/doc';
import events, { event } from './events/doc';
import webhooks from './events/webhooks/doc';
import guidance from './guidance/doc';
import type { Page, Route } from './http/route';
import batch from './imports/batch/doc';
import imports from './imports/doc';
import ledger from './ledger/doc';
import messages from './messages/doc';
import offers from './offers/doc';
import { openApiDocument } from './openapi/document';
import { type ApiReference, referenceOf } from './openapi/reference';
import orders from './orders/doc';
import payments from './payments/doc';
import products from './products/doc';
import sellers from './sellers/doc';
import shipping from './shipping/doc';
import shopify from './shopify/doc';
import sourcing from './sourcing/doc';
import uploads from './uploads/doc';
import wants from './wants/doc';

/** In the order of the pages. Loaded with the first look at them: startup and other pages do without. */
export const apiDocs = [
  ...orders,
  ...shipping,
  ...payments,
  ...documents,
  ...claims,
  ...offers,
  ...guidance,
  ...approvals,
  ...messages,
  ...answers,
  ...offerRules,
  ...products,
  ...batch,
  ...imports,
  ...sellers,
  ...ledger,
  ...analytics,
  ...sourcing,
  ...wants,
  ...events,
  ...webhooks,
  ...addresses,
  ...company,
  ...apiKeys,
  ...uploads,
  ...shopify,
];

export const apiReference = (
  routes: readonly (Route | Page)[],
  { brandName, appUrl }: Pick<Config, 'brandName' | 'appUrl'>,
): ApiReference => referenceOf(openApiDocument({ routes, docs: apiDocs, event, brandName, appUrl }));
