import { island } from '../../contract/island';
import type { Cents } from '../../contract/money';
import type { ShippingTerms } from '../../contract/shipping-terms';
import type { DashboardFrame } from '../../sellers/dashboard-contract';
import type { OwnProduct, OwnStatus, Product } from '../contract';
import { type ProductStep, stepNames } from '../form-contract';
import type { ManageState } from './contract';

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

export const manageProducts = island<ManageProductsProps>('manage-products');

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

export const productWizard = island<ProductWizardProps>('product-wizard');

/** `/dashboard/edit_product/7/pricing`; the first step is the index. */
export const stepAddress = (productId: number, step: ProductStep) =>
  `/dashboard/edit_product/${productId}${step === 'identifiers' ? '' : `/${step}`}`;

export const stepAfter = (step: ProductStep): ProductStep | null =>
  stepNames[stepNames.indexOf(step) + 1] ?? null;
export const stepBefore = (step: ProductStep): ProductStep | null =>
  stepNames[stepNames.indexOf(step) - 1] ?? null;

export const listAddress = (frame: DashboardFrame | null, product: Pick<Product, 'seller_id'>) =>
  frame ? '/dashboard/manage_products' : `/admin/sellers/${product.seller_id}/products`;
