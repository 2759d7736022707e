import { commitPreview, createPreview } from '../../server/imports/preview/contract';
import { jobs } from '../../server/job-registry';
import type { RunningApp } from '../support/app';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { uploaded } from './files';
import { randomCatalog } from './random-catalog';

/** A seller's random products as they are before and after their own download is read back with every column to update. */
export async function downloadedAndReadBack(app: RunningApp, seed: number, count: number) {
  const factory = new Factory(app);
  const seller = await factory.aSeller();
  const client = await factory.as(seller);
  await factory.db.batchInsert('products', randomCatalog(seed, count, seller.seller_id), 500);
  const products = () => factory.db('products').where({ seller_id: seller.seller_id }).orderBy('id');
  const before = await products();
  const file = await client.request('GET', '/dashboard/export/products.csv');
  const key = await uploaded(client, file.text);
  const { body: preview } = await client.call(createPreview, {}, { key, file_name: 'products.csv' });
  const { body: begun } = await client.call(commitPreview, { id: preview.id }, { update: 'all' });
  await runDueJobs(app.services, jobs);
  const { body: record } = await client.request('GET', `/imported_csvs/${begun.id}`);
  return {
    preview,
    record: record as typeof begun,
    before,
    after: await products(),
    headings: file.text.split('\r\n')[0],
  };
}
