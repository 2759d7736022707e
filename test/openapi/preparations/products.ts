import { csv, uploaded } from '../../imports/files';
import type { Client } from '../../support/client';
import type { Factory } from '../../support/factories';
import { until } from '../../support/process';
import type { Prepare } from '../preparations';

const ownOf: Prepare = async (factory) => {
  const as = await factory.aSeller();
  const product = await factory.aProduct({ seller: as, units: 1_500n });
  return { as, params: { id: product.id }, ids: { 812: product.id } };
};

const aSeller: Prepare = async (factory) => ({ as: await factory.aSeller() });

const ROWS = [
  '012345678905,"Mug",https://cdn.example.com/mug.jpg,$18.00,9.00,4.50,1500',
  '012345678912,"Cup",https://cdn.example.com/cup.jpg,$18.00,9.00,450.00,x',
  ',"No code",,$18.00,9.00,4.50,10',
];

async function aFile(factory: Factory) {
  const as = await factory.aSeller();
  const { client } = await factory.aKey(as, { capabilities: ['products:write'] });
  return { as, client, key: await uploaded(client, csv(ROWS)) };
}

const withKey: Prepare = async (factory) => {
  const { key, ...sender } = await aFile(factory);
  return { ...sender, texts: { 'uploads/7c1e1f0a': key } };
};

const aPreview: Prepare = async (factory) => {
  const { as, client, key } = await aFile(factory);
  const { body } = await client.request('POST', '/import_previews', {
    body: { key, file_name: 'stock.csv' },
  });
  return { as, params: { id: (body as { id: number }).id } };
};

async function imported(factory: Factory, client: Client, body: object): Promise<number> {
  const { id } = (await client.request('POST', '/imported_csvs/', { body })).body as { id: number };
  await until(async () => {
    const record = await factory.db('imported_csvs').where({ id }).first('status');
    return record?.status === 'imported';
  });
  return id;
}

const anImport: Prepare = async (factory) => {
  const { as, client, key } = await aFile(factory);
  return { as, params: { id: await imported(factory, client, { key }) } };
};

const anUpdate: Prepare = async (factory) => {
  const { as, client, key } = await aFile(factory);
  await imported(factory, client, { key });
  const changed = await uploaded(client, csv(ROWS.map((row) => row.replace('4.50', '4.25'))));
  return { as, params: { id: await imported(factory, client, { key: changed, update: 'all' }) } };
};

const aStore: Prepare = async (factory) => ({ as: await factory.aSeller({ features: ['shopify'] }) });

const ordered: Prepare = async (factory) => {
  const order = await factory.anOrder();
  return { as: order.seller };
};

export const products: Readonly<Record<string, Prepare>> = {
  'POST /products': aSeller,
  'PUT /products/:id': ownOf,
  'DELETE /products/:id': ownOf,
  'POST /products/bulk': ownOf,
  'POST /products/bulk/:id/undo': async (factory) => {
    const prepared = await ownOf(factory);
    const { body } = await (await factory.as(prepared.as)).request('POST', '/products/bulk', {
      body: { ids: [prepared.params?.id], change: { seller_price_cents: 425 } },
    });
    return { as: prepared.as, params: { id: (body as { undo: number }).undo } };
  },
  'GET /products/:id/changes': async (factory) => {
    const prepared = await ownOf(factory);
    const product = {
      units: 1_200,
      location_id: null,
      length: 4.5,
      name: 'Mug',
      photo_2: 'https://a.example.com/2.jpg',
    };
    await (await factory.as(prepared.as)).request('PUT', `/products/${prepared.params?.id}`, {
      body: { product },
    });
    return prepared;
  },
  'PUT /products/batch': async (factory) => {
    const as = await factory.aSeller();
    await factory.aProduct({ seller: as, upc: '012345678905' });
    await factory.aProduct({ seller: as, sku: 'LAMP-7' });
    return { as };
  },
  'GET /products': async (factory) => {
    const as = await factory.aSeller();
    for (let count = 0; count < 3; count++) await factory.aProduct({ seller: as, length: '2.5' });
    return { as };
  },
  'GET /products/check_upc': aSeller,
  'POST /imported_csvs/': withKey,
  'GET /imported_csvs/:id': anImport,
  'POST /imported_csvs/:id/retry': anImport,
  'POST /imported_csvs/:id/undo': anUpdate,
  'GET /imported_csvs/:id/rejected.csv': anImport,
  'POST /import_previews': withKey,
  'GET /import_previews/:id': aPreview,
  'GET /import_previews/:id/rows': aPreview,
  'PUT /import_previews/:id': aPreview,
  'POST /import_previews/:id/commit': aPreview,
  'DELETE /import_previews/:id': aPreview,
  'GET /import_previews/:id/rejected.csv': aPreview,
  'GET /dashboard/export/:what': ordered,
  'GET /marketplace/sellers/current_seller': aSeller,
  'PUT /marketplace/sellers/update': aSeller,
  'GET /marketplace/sellers/shipping': aSeller,
  'PUT /marketplace/sellers/shipping': aSeller,
  'PUT /marketplace/sellers/first_steps': aSeller,
  'GET /dashboard/frame': aSeller,
  'GET /seller/analytics': ordered,
  'GET /seller/analytics.csv': ordered,
  'POST /presigned_urls': aSeller,
  'GET /shopify/login': aStore,
  'GET /shopify/callback': aStore,
  'DELETE /shopify/session': aStore,
};
