import { wantJobs } from '../../../server/wants/jobs';
import type { Factory } from '../../support/factories';
import { runDueJobs } from '../../support/jobs';
import type { Prepare } from '../preparations';

const aBuyer: Prepare = async (factory) => ({ as: await factory.aBuyer() });

async function readList(factory: Factory) {
  const [as, product] = [await factory.aBuyer(), await factory.aProduct()];
  const { body } = await (await factory.as(as)).request('POST', '/want_lists', {
    body: { want_list: { name: 'Restock', text: `${product.upc}, 12` } },
  });
  await runDueJobs(factory.services, wantJobs);
  const { id } = (body as { want_list: { id: number } }).want_list;
  const want = await factory.db('wants').where({ want_list_id: id }).first('id');
  return { as, id, wantId: want?.id ?? 0 };
}

const aList: Prepare = async (factory) => {
  const { as, id, wantId } = await readList(factory);
  return { as, params: { id }, ids: { 91: wantId } };
};

const aWant: Prepare = async (factory) => {
  const { as, wantId } = await readList(factory);
  return { as, params: { id: wantId } };
};

export const wants: Readonly<Record<string, Prepare>> = {
  'GET /want_lists': aList,
  'POST /want_lists': aBuyer,
  'GET /want_lists/:id': aList,
  'PUT /want_lists/:id': aList,
  'DELETE /want_lists/:id': aList,
  'POST /want_lists/:id/drafts': aList,
  'PUT /want_lists/:id/lines': aList,
  'GET /seller/wanted': async (factory) => ({ as: await factory.aSeller() }),
  'PUT /wants/:id': aWant,
  'DELETE /wants/:id': aWant,
};
