import { counted } from '../../server/contract/money';
import { listWanted, MAX_WANTED_PER_PAGE } from '../../server/wants/guides/contract';
import { call } from '../browser/api';

/** `10+ buyers want this, about 480 units` of each product that buyers want. */
export async function loadWanted(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const texts = new Map<number, string>();
  for (let at = 0; at < ids.length; at += MAX_WANTED_PER_PAGE) {
    const product_ids = ids.slice(at, at + MAX_WANTED_PER_PAGE);
    const { products } = await call(listWanted, {}, undefined, { product_ids });
    for (const { product_id, buyers, units } of products)
      texts.set(product_id, `${buyers} buyers want this, about ${counted(units, 'unit')}`);
  }
  return texts;
}
