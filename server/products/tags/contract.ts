import { endpoint } from '../../contract/endpoint';
import type { Island } from '../../contract/island';
import type { OwnProduct, Product } from '../contract';

export interface TaggedProduct {
  id: number;
  seller_id: number;
  name: string;
  seller_name: string;
  photo_1_url: string | null;
  hidden: boolean;
}

export interface TaggedProducts {
  products: TaggedProduct[];
}

export const topSellersCall = endpoint<TaggedProducts>()('GET /admin/top_sellers');
export const taggedProducts = endpoint<TaggedProducts>()('GET /admin/tags/:name/products');
export const addToTag = endpoint<TaggedProducts>()('POST /admin/add_to_tag');
/** In this order; products that are not named follow. */
export const orderTag = endpoint<TaggedProducts>()('PUT /admin/tags/:name/order');
export const removeFromTag = endpoint<TaggedProducts>()('POST /admin/remove_from_tag');

export const curatedProducts = endpoint<{ products: OwnProduct[]; count: number }>()(
  'GET /admin/sellers/:id/products',
);
export const createCuratedProduct = endpoint<Product>()('POST /admin/sellers/:id/products');

export const topSellers: Island<TaggedProducts> = { id: 'top-sellers' };
export const categoryCuration: Island<TaggedProducts & { category: string }> = { id: 'category-curation' };
export const curatedSellerProducts: Island<{
  seller: { id: number; name: string };
  list: { products: OwnProduct[]; count: number };
}> = { id: 'curated-seller-products' };
