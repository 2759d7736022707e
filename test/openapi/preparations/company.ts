import type { Prepare } from '../preparations';

const anAddress: Prepare = async (factory) => {
  const as = await factory.aBuyer();
  const { body } = await (await factory.as(as)).request('POST', '/marketplace/addresses', {
    body: {
      address: {
        company: 'Ridgeline',
        line1: '400 Linden Ave',
        city: 'Dayton',
        region: 'OH',
        postal_code: '45403',
        country: 'US',
        phone: '+1 937 224 5678',
      },
    },
  });
  return { as, params: { id: (body as { id: number }).id } };
};

const aBuyer: Prepare = async (factory) => ({ as: await factory.aBuyer() });

const aFavorite: Prepare = async (factory) => {
  const [as, product] = [await factory.aBuyer(), await factory.aProduct()];
  const client = await factory.as(as);
  await client.request('POST', '/favorites', { body: { product_id: product.id } });
  await client.request('POST', `/marketplace/products/${product.id}/view`);
  return { as, params: { product_id: product.id } };
};

const aSearch: Prepare = async (factory) => {
  const as = await factory.aBuyer();
  const { body } = await (await factory.as(as)).request('POST', '/saved_searches', {
    body: { saved_search: { name: 'Toys', query: { search: { name: 'toy' } } } },
  });
  return { as, params: { id: (body as { saved_search: { id: number } }).saved_search.id } };
};

const aMember: Prepare = async (factory) => {
  const as = await factory.aBuyer();
  const member = await factory.aMember(as, 'owner');
  return { as, params: { id: member.id }, ids: { 57: member.id } };
};

const anInvitation: Prepare = async (factory) => {
  const as = await factory.aBuyer();
  const { body } = await (await factory.as(as)).request('POST', '/company/invitations', {
    body: { email: `anna-${as.id}@acme.example.com`, role: 'viewer' },
  });
  return { as, params: { id: (body as { invitation: { id: number } }).invitation.id } };
};

const aKey: Prepare = async (factory) => {
  const as = await factory.aBuyer();
  const key = await factory.aKey(as);
  await key.client.request('GET', '/company/activity');
  return { as, params: { id: key.id } };
};

const keys: Readonly<Record<string, Prepare>> = {
  'GET /company/api_keys': aKey,
  'POST /company/api_keys': aBuyer,
  'POST /company/api_keys/:id/rotate': aKey,
  'DELETE /company/api_keys/:id': aKey,
  'GET /company/api_keys/:id/refusals': aKey,
};

export const company: Readonly<Record<string, Prepare>> = {
  ...keys,
  'GET /marketplace/addresses': anAddress,
  'POST /marketplace/addresses': aBuyer,
  'PUT /marketplace/addresses/:id': anAddress,
  'PUT /marketplace/addresses/:id/default': anAddress,
  'DELETE /marketplace/addresses/:id': anAddress,
  'GET /favorites': aFavorite,
  'GET /favorites/ids': aFavorite,
  'POST /favorites': async (factory) => {
    const product = await factory.aProduct();
    return { as: await factory.aBuyer(), ids: { 812: product.id } };
  },
  'DELETE /favorites/:product_id': aFavorite,
  'GET /recent_views': aFavorite,
  'DELETE /recent_views': aFavorite,
  'GET /saved_searches': aSearch,
  'POST /saved_searches': aBuyer,
  'PUT /saved_searches/:id': aSearch,
  'DELETE /saved_searches/:id': aSearch,
  'POST /saved_searches/:id/open': aSearch,
  'GET /company': aBuyer,
  'PUT /company': aBuyer,
  'GET /company/members': aMember,
  'GET /company/activity': anInvitation,
  'POST /company/invitations': aBuyer,
  'POST /company/invitations/:id/resend': anInvitation,
  'DELETE /company/invitations/:id': anInvitation,
  'PUT /company/members/:id': aMember,
  'DELETE /company/members/:id': aMember,
  'POST /company/transfer': aMember,
};
