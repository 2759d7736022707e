import addresses from './addresses/doc';
import type { Config } from './config/config';
import type { Page, Route } from './http/route';
import offers from './offers/doc';
import { openApiDocument } from './openapi/document';
import { type ApiReference, referenceOf } from './openapi/reference';
import orders from './orders/doc';

/** In the order of the pages. Loaded with the first look at them: startup and other pages do without. */
export const apiDocs = [...orders, ...offers, ...addresses];

export const apiReference = (
  routes: readonly (Route | Page)[],
  { brandName, appUrl }: Pick<Config, 'brandName' | 'appUrl'>,
): ApiReference => referenceOf(openApiDocument({ routes, docs: apiDocs, brandName, appUrl }));
