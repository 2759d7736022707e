/** Keeps user input from choosing another host. */
const NAME = /^[a-z0-9][a-z0-9-]{0,59}$/;
const DOMAIN = '.myshopify.com';
/** What Shopify's own admin shows in the address bar. */
const ADMIN = /^admin\.shopify\.com\/store\//;

/** "My-Shop", "my-shop.myshopify.com" or a URL of the store → "my-shop.myshopify.com"; null for anything else. */
export function shopDomain(typed: string): string | null {
  const [host = ''] = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(ADMIN, '')
    .split(/[/?#]/, 1);
  const name = host.endsWith(DOMAIN) ? host.slice(0, -DOMAIN.length) : host;
  return NAME.test(name) ? name + DOMAIN : null;
}
