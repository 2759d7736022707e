import { productsForSeller } from '../../server/products/contract';
import type { ManageProductsProps } from '../../server/products/manage/contract';
import { OWN_PER_PAGE, readManage, readView } from '../../server/products/manage/rules';
import { showDashboard } from '../../server/sellers/contract';
import { call } from '../browser/api';
import { pathQuery } from '../browser/navigation';
import { rememberedView } from './remembered-view';

/** Loads the props when the page did not provide them. */
export async function loadProducts(): Promise<ManageProductsProps> {
  const query = pathQuery();
  const asked = readManage(query);
  const { frame, seller_id } = await call(showDashboard, {});
  if (!frame || seller_id === null) throw new Error('Only sellers have products of their own');
  const { name, status, sort, pages } = asked;
  const list = await call(productsForSeller, { seller_id }, undefined, {
    search: { name },
    ...(status && { status }),
    sort,
    per: OWN_PER_PAGE * pages,
  });
  if (!('status_counts' in list)) throw new Error("The list is not of the seller's own products");
  const view = readView(query.view ?? rememberedView(), list.status_counts);
  return { frame, seller_id, state: { ...asked, view }, ...list };
}
