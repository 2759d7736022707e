import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { DashboardFrame } from '../sellers/contract';

export const shopifyLogin = endpoint<{ shopify_login_url: string }>()('GET /shopify/login');

/** All parameters are signed by Shopify. */
export const shopifyCallback = endpoint<undefined>()('GET /shopify/callback');

export const disconnectShopify = endpoint<undefined>()('DELETE /shopify/session');

export interface ShopifyProps {
  frame: DashboardFrame;
  store: { name: string; url: string } | null;
  failed: boolean;
}

export const shopifyPage: Island<ShopifyProps> = { id: 'shopify' };
