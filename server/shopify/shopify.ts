import { BadGateway } from '../http/errors';

/** Shopify's own API, at `name.myshopify.com` alone. The only addresses that we ask on a user's word. */

const API_VERSION = '2025-10';
const SECONDS = 8;

async function ask(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(SECONDS * 1_000),
    });
  } catch {
    throw BadGateway('Shopify cannot be reached just now. Please try again in a moment.');
  }
}

/** Whether there is such a store. */
export async function isStore(shop: string): Promise<boolean> {
  const { status } = await ask(`https://${shop}/`, { method: 'HEAD' });
  return status !== 404;
}

interface Token {
  access_token: string;
  scope: string;
}

const textOf = (value: unknown, name: string): string | null => {
  const found = (value as Record<string, unknown> | null)?.[name];
  return typeof found === 'string' && found !== '' ? found : null;
};

async function answer(address: string, init: RequestInit): Promise<unknown> {
  const response = await ask(address, init);
  return response.ok ? response.json().catch(() => null) : null;
}

/** The token that a code stands for, once; null where Shopify does not give one. */
export async function exchange(
  shop: string,
  code: string,
  { apiKey, apiSecret }: { apiKey: string; apiSecret: string },
): Promise<Token | null> {
  const given = await answer(`https://${shop}/admin/oauth/access_token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ client_id: apiKey, client_secret: apiSecret, code }),
  });
  const access_token = textOf(given, 'access_token');
  return access_token ? { access_token, scope: textOf(given, 'scope') ?? '' } : null;
}

/** The store's name as its owner wrote it; its domain's where it is not told. */
export async function nameOf(shop: string, token: string): Promise<string> {
  const given = await answer(`https://${shop}/admin/api/${API_VERSION}/shop.json`, {
    headers: { 'X-Shopify-Access-Token': token, Accept: 'application/json' },
  });
  return (
    textOf((given as { shop?: unknown } | null)?.shop, 'name')?.slice(0, 200) ?? shop.replace(/\..*/, '')
  );
}
