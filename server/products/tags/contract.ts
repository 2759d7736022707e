import { endpoint } from '../../contract/endpoint';
import { array, id, object, paged, REQUIRED, requiredText, text } from '../../contract/fields';
import { island } from '../../contract/island';
import type { OwnProduct, Product } from '../contract';
import { productBody } from '../input-contract';

/** Featured on the marketplace. Tags are case-insensitive. */
export const TOP_SELLERS = 'Top Sellers';

export interface TaggedProduct {
  id: number;
  seller_id: number;
  name: string;
  seller_name: string;
  photo_1_url: string | null;
  /** Not listed: only staff and its seller see it. */
  hidden: boolean;
}

export interface TaggedProducts {
  products: TaggedProduct[];
}

const tagBody = object({ product_id: id().required(REQUIRED), tag_name: requiredText(100) });

export const topSellersCall = endpoint<TaggedProducts>()('GET /admin/top_sellers', null, paged());
export const taggedProducts = endpoint<TaggedProducts>()('GET /admin/tags/:name/products', null, paged());
export const addToTag = endpoint<TaggedProducts>()('POST /admin/add_to_tag', tagBody);
/** In this order; products that are not named follow. */
export const orderTag = endpoint<TaggedProducts>()(
  'PUT /admin/tags/:name/order',
  object({ product_ids: array(id().required()).max(1_000).required() }),
);
export const removeFromTag = endpoint<TaggedProducts>()('POST /admin/remove_from_tag', tagBody);

/** A seller's products as staff see them. */
export const curatedProducts = endpoint<{ products: OwnProduct[]; count: number }>()(
  'GET /admin/sellers/:id/products',
  null,
  paged().shape({ query: text(200) }),
);
export const createCuratedProduct = endpoint<Product>()('POST /admin/sellers/:id/products', productBody);

export const topSellers = island<TaggedProducts>('top-sellers');
export const categoryCuration = island<TaggedProducts & { category: string }>('category-curation');
export const curatedSellerProducts = island<{
  seller: { id: number; name: string };
  list: { products: OwnProduct[]; count: number };
}>('curated-seller-products');
