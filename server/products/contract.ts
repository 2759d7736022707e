import type { SellBy } from '../contract/case-packs';
import type { Category, PackagingType } from '../contract/categories';
import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { Cents, Units } from '../contract/money';
import type { ProductCondition } from '../contract/product-conditions';
import type { NamedSeller, SearchFigures, Uncounted } from '../search/contract';
import type { ListingState } from '../search/rules';
import type { SellerProfile } from '../sellers/contract';
import type { ProductStep } from './rules';

/** Prices are missing only on unfinished products, which only the owner and staff see. */
export interface ProductCard {
  id: number;
  seller_id: number;
  seller_user_id: number | null;
  seller: { id: number; name: string };
  name: string;
  main_image_url: string | null;
  category: Category;
  units: Units | null;
  min_order_units: Units | null;
  order_multiple?: Units;
  /** Null where the seller has not stated it. */
  condition?: ProductCondition | null;
  /** The state or province of the product's location, else of the seller's default one. */
  ship_from_state?: string | null;
  msrp_cents: Cents | null;
  seller_price_cents: Cents | null;
  percent_off_msrp: number | null;
}

/** How completely a product tells buyers what they ask for (docs/rules.md#readiness). */
export interface Readiness {
  readonly score: number;
  readonly missing: readonly {
    key:
      | 'photos'
      | 'description'
      | 'condition'
      | 'ship_from'
      | 'units'
      | 'dimensions'
      | 'category'
      | 'minimum';
    points: number;
    label: string;
    step: ProductStep;
  }[];
}

export interface OwnProduct extends ProductCard {
  upc: string;
  sku: string | null;
  wholesale_cents: Cents | null;
  provisional: boolean;
  provisional_errors: Record<string, string>;
  can_delete: boolean;
  readiness: Readiness;
  status: OwnStatus;
}

export const offerPlaces = ['draft', 'saved_for_later', 'seller_review', 'buyer_review'] as const;
export type OfferPlace = (typeof offerPlaces)[number];

export const genders = { unisex: 'Unisex', f: 'F', m: 'M' } as const;
export type Gender = keyof typeof genders;
export const weightUnits = ['lbs', 'oz'] as const;
export type WeightUnit = (typeof weightUnits)[number];

export interface Product extends ProductCard {
  seller: {
    id: number;
    name: string;
    description: string;
    logo_url: string | null;
    min_order_cents?: Cents | null;
  };
  sell_by?: SellBy;
  images: string[];
  upc: string;
  sku: string | null;
  asin: string | null;
  style_number: string | null;
  description: string;
  photo_1: string | null;
  photo_2: string | null;
  photo_3: string | null;
  photo_4: string | null;
  photo_5: string | null;
  gender: Gender;
  seller_size: string | null;
  /** MM/YYYY. */
  expiration_date: string | null;
  /** Inches. */
  length: number | null;
  width: number | null;
  height: number | null;
  weight: number | null;
  weight_unit: WeightUnit;
  packaging_type: PackagingType;
  inner_count: Units | null;
  inner_quantity: Units | null;
  outer_quantity: Units | null;
  provisional: boolean;
  created_at: string;
  offer_state?: OfferPlace | null;
  status?: OwnStatus;
  wholesale_cents?: Cents | null;
  location_id?: number | null;
  provisional_errors?: Record<string, string>;
  readiness?: Readiness;
  can_delete?: boolean;
  /** One more with each change of its fields or units, not with sales. */
  version?: number;
}

export interface SearchAnswer extends SearchFigures {
  products: ProductCard[];
}

/** Counts are null while they are computed; a search with the same body returns them. */
export type ListingAnswer = {
  products: ProductCard[];
  newest: string | null;
  corrected?: string;
  sellers?: NamedSeller[];
} & (SearchFigures | Uncounted);

export interface ProductList<Card extends ProductCard = ProductCard> {
  products: Card[];
  count: number;
}

export type SellerProducts =
  | ProductList
  | (ProductList<OwnProduct> & { status_counts: Record<OwnStatus, number> });

export const searchProductsCall = endpoint<SearchAnswer>()('POST /marketplace/products/search');

export const listProductsCall = endpoint<ListingAnswer>()('POST /marketplace/products/list');

export const countArrivalsCall = endpoint<{ count: number }>()('POST /marketplace/products/arrivals');

export const showProduct = endpoint<Product>()('GET /marketplace/products/:id');

/** Each product has one. Live: buyers see it; provisional also while its seller cannot sell. */
export const ownStatuses = ['live', 'provisional', 'sold_out', 'paused'] as const;
export type OwnStatus = (typeof ownStatuses)[number];

export const productsForSeller = endpoint<SellerProducts>()(
  'GET /marketplace/products/for_seller/:seller_id',
);

export const similarProducts = endpoint<ProductList>()(
  'GET /marketplace/products/for_seller/:seller_id/similar_products',
);

type Text = string | null;

/** The body of a step. Absent keeps a field, null clears it. */
export interface ProductInput {
  name?: Text;
  upc?: Text;
  sku?: Text;
  asin?: Text;
  style_number?: Text;
  category?: Category | null;
  description?: Text;
  photo_1?: Text;
  photo_2?: Text;
  photo_3?: Text;
  photo_4?: Text;
  photo_5?: Text;
  msrp_cents?: Cents | null;
  wholesale_cents?: Cents | null;
  seller_price_cents?: Cents | null;
  units?: Units | null;
  /** The units that the form showed; a mismatch is a 409, so that no sale is undone. */
  old_units?: Units | null;
  min_order_units?: Units | null;
  gender?: 'unisex' | 'f' | 'm' | null;
  seller_size?: Text;
  expiration_date?: Text;
  length?: number | null;
  width?: number | null;
  height?: number | null;
  weight?: number | null;
  weight_unit?: 'lbs' | 'oz' | null;
  packaging_type?: PackagingType | null;
  inner_count?: Units | null;
  inner_quantity?: Units | null;
  outer_quantity?: Units | null;
  sell_by?: SellBy | null;
  condition?: ProductCondition | null;
  location_id?: number | null;
  /** Off sale: not listed, while open offers go on. */
  paused?: boolean | null;
  /** The version that the client read; an older one than the stored is a 409. */
  version?: number | null;
}

export const createProduct = endpoint<Product>()('POST /products');
export const updateProduct = endpoint<Product>()('PUT /products/:id');
export const deleteProduct = endpoint<undefined>()('DELETE /products/:id');

/** `id`: a product that may keep its UPC. `seller_id`: for staff. */
export const checkUpc = endpoint<{ available: boolean }>()('GET /products/check_upc');

export const productAddress = ({ seller_id, id }: Pick<ProductCard, 'seller_id' | 'id'>) =>
  `/all_products/${seller_id}/${id}`;

/** Includes the first page, so that it renders without scripts. */
export interface ListingProps {
  state: ListingState;
  answer: ListingAnswer;
  signed_in: boolean;
}

export const allProducts: Island<ListingProps> = { id: 'all-products' };

export interface ProductDetailProps {
  product: Product;
  similar: ProductCard[];
  /** `reader`: of a buyer, with a role that cannot offer. */
  as: 'anyone' | 'buyer' | 'reader' | 'owner' | 'seller' | 'staff';
}

export const productDetail: Island<ProductDetailProps> = { id: 'product-detail' };

export interface StorefrontProps {
  seller: SellerProfile;
  state: ListingState;
  answer: ListingAnswer;
  is_owner: boolean;
}

export const sellerStorefront: Island<StorefrontProps> = { id: 'seller-storefront' };
