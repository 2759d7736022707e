import { object, tagged, text } from '../openapi/answer';
import { disconnectShopify, shopifyCallback, shopifyLogin } from './contract';

const doc = tagged('Shopify');

export default [
  doc(shopifyLogin, {
    summary: 'Find the page that connects a store',
    answer: object<{ shopify_login_url: string }>({ shopify_login_url: text }),
    query: { shop: 'acme-retail' },
  }),
  doc(shopifyCallback, {
    summary: 'For Shopify alone: where a connected store returns to',
    answer: 'redirect',
  }),
  doc(disconnectShopify, { summary: 'Disconnect the store', answer: null }),
];
