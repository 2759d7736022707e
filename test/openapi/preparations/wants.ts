import type { Prepare } from '../preparations';

const aBuyer: Prepare = async (factory) => ({ as: await factory.aBuyer() });

const aList: Prepare = async (factory) => {
  const as = await factory.aBuyer();
  const { body } = await (await factory.as(as)).request('POST', '/want_lists', {
    body: { want_list: { name: 'Restock', text: '012345678905, 12' } },
  });
  return { as, params: { id: (body as { want_list: { id: number } }).want_list.id } };
};

export const wants: Readonly<Record<string, Prepare>> = {
  'GET /want_lists': aList,
  'POST /want_lists': aBuyer,
  'GET /want_lists/:id': aList,
};
