import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../db/connection';
import type { Seller } from '../accounts/policy';
import type { Config } from '../config/config';
import { encrypt } from '../config/encryption';
import { NotFound, Unprocessable } from '../http/errors';
import type { Services } from '../services';
import { isSignedByShopify } from './secrets';
import { shopDomain } from './shop';
import { exchangeCode, isStore, storeName } from './shopify';

const NO_SUCH_STORE = 'We couldn’t find that Shopify store.';

const LOGIN_MINUTES = 10;
const SCOPE = 'read_products';

const digestOf = (state: string) => createHash('sha256').update(state).digest();

function settings(config: Pick<Config, 'shopify'>) {
  if (!config.shopify) throw NotFound();
  return config.shopify;
}

export const isOffered = (config: Pick<Config, 'shopify'>, viewer: Seller) =>
  config.shopify !== null && viewer.features.includes('shopify');

const NoSuchStore = () => Unprocessable({ error: NO_SUCH_STORE, field_errors: { shop: [NO_SUCH_STORE] } });

/** Returns the store's authorization URL. Throws 422 for an unknown store. */
export async function loginAddress(
  { config, transaction }: Pick<Services, 'config' | 'transaction'>,
  viewer: Seller,
  typed: string,
): Promise<string> {
  const { apiKey } = settings(config);
  const shop = shopDomain(typed);
  if (!shop || !(await isStore(shop))) throw NoSuchStore();
  const state = randomBytes(24).toString('base64url');
  await transaction(async (tx) => {
    await tx('shopify_logins').where('expires_at', '<', tx.fn.now()).delete();
    await tx('shopify_logins').insert({
      digest: digestOf(state),
      user_id: viewer.id,
      shop,
      expires_at: tx.raw('now() + make_interval(mins => ?)', [LOGIN_MINUTES]) as never,
    });
  });
  const query = new URLSearchParams({
    client_id: apiKey,
    scope: SCOPE,
    redirect_uri: `${config.appUrl}/shopify/callback`,
    state,
  });
  return `https://${shop}/admin/oauth/authorize?${query}`;
}

/** Any member may return with what a colleague or a key began. */
async function consumeLogin(db: Db, viewer: Seller, parameters: URLSearchParams) {
  const [login] = await db('shopify_logins')
    .where({ digest: digestOf(parameters.get('state') ?? '') })
    .whereRaw('user_id in (select id from users where seller_id = ?)', [viewer.seller_id])
    .where('expires_at', '>', db.fn.now())
    .delete()
    .returning('shop');
  return login !== undefined && login.shop === parameters.get('shop') ? login.shop : null;
}

export async function connect(
  { db, config }: Pick<Services, 'db' | 'config'>,
  viewer: Seller,
  parameters: URLSearchParams,
) {
  const keys = settings(config);
  if (!isSignedByShopify(parameters, keys.apiSecret)) return false;
  const shop = await consumeLogin(db, viewer, parameters);
  const code = parameters.get('code');
  if (!shop || !code) return false;
  const token = await exchangeCode(shop, code, keys);
  if (!token) return false;
  const session = {
    seller_id: viewer.seller_id,
    shop,
    shop_name: await storeName(shop, token.access_token),
    token_encrypted: encrypt(config.secretKeyBase, token.access_token, {
      purpose: 'shopify sessions',
      owner: `seller ${viewer.seller_id}`,
    }),
    scope: token.scope,
    created_at: db.fn.now(),
  };
  await db('shopify_sessions').insert(session).onConflict('seller_id').merge();
  return true;
}

export const disconnect = (db: Db, { seller_id }: Seller) =>
  db('shopify_sessions').where({ seller_id }).delete();

export async function storeOf(db: Db, { seller_id }: Seller) {
  const session = await db('shopify_sessions').where({ seller_id }).first('shop', 'shop_name');
  return session ? { name: session.shop_name, url: `https://${session.shop}` } : null;
}
