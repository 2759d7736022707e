import { Unavailable } from '../http/errors';

/** Requests go to `name.myshopify.com` only: `shop` comes from user input. */

const API_VERSION = '2025-10';
const SECONDS = 8;

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(SECONDS * 1_000),
    });
  } catch {
    throw Unavailable("We can't reach Shopify. Try again in a moment.");
  }
}

export async function isStore(shop: string): Promise<boolean> {
  const { status } = await send(`https://${shop}/`, { method: 'HEAD' });
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

async function requestJson(address: string, init: RequestInit): Promise<unknown> {
  const response = await send(address, init);
  return response.ok ? response.json().catch(() => null) : null;
}

/** Exchanges a single-use code for a token; null where Shopify refuses. */
export async function exchangeCode(
  shop: string,
  code: string,
  { apiKey, apiSecret }: { apiKey: string; apiSecret: string },
): Promise<Token | null> {
  const reply = await requestJson(`https://${shop}/admin/oauth/access_token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ client_id: apiKey, client_secret: apiSecret, code }),
  });
  const access_token = textOf(reply, 'access_token');
  return access_token ? { access_token, scope: textOf(reply, 'scope') ?? '' } : null;
}

/** The shop's own name, or the one in its address while Shopify doesn't tell it. */
export async function storeName(shop: string, token: string): Promise<string> {
  const reply = await requestJson(`https://${shop}/admin/api/${API_VERSION}/shop.json`, {
    headers: { 'X-Shopify-Access-Token': token, Accept: 'application/json' },
  }).catch(() => null);
  return (
    textOf((reply as { shop?: unknown } | null)?.shop, 'name')?.slice(0, 200) ?? shop.replace(/\..*/, '')
  );
}
