import type { SellBy } from '../../contract/case-packs';
import { endpoint } from '../../contract/endpoint';
import type { Island } from '../../contract/island';
import type { Cents, Units } from '../../contract/money';
import type { ProductCondition } from '../../contract/product-conditions';
import type { ShippingTerms } from '../../contract/shipping-terms';
import type { DashboardFrame } from '../../sellers/contract';
import type { OwnProduct, OwnStatus, Product } from '../contract';
import type { ProductStep } from '../rules';
import type { ManageState } from './rules';

export interface BulkChange {
  seller_price_cents?: Cents;
  units?: Units;
  condition?: ProductCondition;
  location_id?: number;
  sell_by?: SellBy;
  paused?: boolean;
  delete?: true;
}

/** Either ids, or all matches of a search, which must number `count`. */
export interface BulkBody {
  ids?: number[];
  all?: { name: string; status?: OwnStatus | undefined; count: number };
  change: BulkChange;
}

export interface BulkAnswer {
  changed: number;
  unchanged: number;
  refused_count: number;
  refused: { id: number; name: string; message: string }[];
  /** Null if the change cannot be undone. */
  undo: number | null;
}

export const changeProducts = endpoint<BulkAnswer>()('POST /products/bulk');

export const undoChange = endpoint<BulkAnswer>()('POST /products/bulk/:id/undo');

type FieldValue = string | number | Units | boolean | null;

export interface ProductChange {
  id: number;
  at: string;
  /** Staff are named to staff alone. */
  by: { id: number | null; name: string; kind: 'person' | 'key' | 'staff' } | null;
  source: 'form' | 'bulk' | 'import' | 'batch' | 'staff' | 'undo';
  /** The import, or the change of many products. */
  source_id: number | null;
  /** As PUT takes them; `deleted` is the deletion. */
  fields: { field: string; from: FieldValue; to: FieldValue }[];
}

/** Newest first; CHANGES_PER_PAGE a page. */
export const showChanges = endpoint<{ changes: ProductChange[] }>()('GET /products/:id/changes');

export const CHANGES_PER_PAGE = 50;

export interface SalesSummary {
  offers_to_answer: number;
  orders_to_ship: number;
  sold_cents: Cents;
}

export type SalesSummaryReader = (sellerId: number) => Promise<SalesSummary>;

export interface ManageProductsProps {
  frame: DashboardFrame;
  sales?: SalesSummary;
  seller_id: number;
  state: ManageState;
  products: OwnProduct[];
  count: number;
  status_counts: Record<OwnStatus, number>;
}

export const manageProducts: Island<ManageProductsProps> = { id: 'manage-products' };

export interface WizardLocation {
  id: number;
  name: string;
  default: boolean;
}

export interface ProductWizardProps {
  /** Null for staff, who edit products of any seller. */
  frame: DashboardFrame | null;
  profile_complete: boolean;
  step: ProductStep;
  product: Product | null;
  fee_bps: number;
  /** How the seller ships; null for staff, who cannot change it. */
  shipping_terms: readonly ShippingTerms[] | null;
  locations: WizardLocation[];
}

export const productWizard: Island<ProductWizardProps> = { id: 'product-wizard' };
