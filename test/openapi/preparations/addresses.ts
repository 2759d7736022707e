import type { Prepare } from '../preparations';

const anAddress: Prepare = async (factory) => {
  const as = await factory.aBuyer();
  const [address] = await factory
    .db('addresses')
    .insert({
      buyer_id: as.buyer_id,
      company: 'Ridgeline',
      line1: '400 Linden Ave',
      city: 'Dayton',
      region: 'OH',
      postal_code: '45403',
      country: 'US',
      phone: '+19372245678',
    })
    .returning('id');
  return { as, params: { id: address?.id ?? 0 } };
};

export const addresses: Readonly<Record<string, Prepare>> = {
  'GET /marketplace/addresses': anAddress,
  'POST /marketplace/addresses': async (factory) => ({ as: await factory.aBuyer() }),
  'PUT /marketplace/addresses/:id': anAddress,
  'PUT /marketplace/addresses/:id/default': anAddress,
  'DELETE /marketplace/addresses/:id': anAddress,
};
