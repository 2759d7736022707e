import type { Db } from '../../db/connection';
import { buyer, seller, staff } from '../accounts/policy';
import { isCapable } from '../contract/capabilities';
import type { Identity } from '../http/viewer';
import type { Search, SearchQuery } from '../search/contract';
import type { Product, ProductCard, ProductDetailProps, SearchAnswer } from './contract';
import { owns, seesAll, seesOwnOffers } from './policy';
import { canDelete, type ProductWithSeller, productById, similarTo } from './queries';
import { productCard, productDocument } from './serializer';

const MAX_SIMILAR = 8;

export async function documentFor(
  db: Db,
  product: ProductWithSeller,
  viewer: Identity | null,
): Promise<Product> {
  if (seesAll(viewer, product))
    return productDocument(product, viewer, { can_delete: await canDelete(db, product.id) });
  if (seesOwnOffers(viewer)) return productDocument(product, viewer, { offer_state: product.offer_state });
  return productDocument(product, viewer);
}

export async function documentAfterWrite(db: Db, viewer: Identity, id: number): Promise<Product> {
  const product = await productById(db, id);
  if (!product) throw new Error(`Product ${id} is gone`);
  return documentFor(db, product, viewer);
}

export async function searchAnswer(search: Search<ProductCard>, query: SearchQuery): Promise<SearchAnswer> {
  const { newest: _ours, ...answer } = await search.search(query);
  return answer;
}

export const similar = async (db: Db, sellerId: number, productId: number) =>
  (await similarTo(db, sellerId, productId, MAX_SIMILAR)).map(productCard);

export const viewerRelation = (
  viewer: Identity | null,
  product: ProductWithSeller,
): ProductDetailProps['as'] => {
  if (owns(viewer, product) && isCapable(viewer, 'products:write')) return 'owner';
  if (buyer(viewer)) return isCapable(viewer, 'offers:write') ? 'buyer' : 'reader';
  if (staff(viewer)) return 'staff';
  return seller(viewer) ? 'seller' : 'anyone';
};
