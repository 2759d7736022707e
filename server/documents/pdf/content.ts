import type { Cents, Units } from '../../contract/money';
import type { ShippingTerms } from '../../contract/shipping-terms';

/** Raised with every change of a printed byte. Earlier documents keep theirs (docs/rules.md#documents). */
export const TEMPLATE_VERSION = 4;

export interface Place {
  readonly company?: string | null;
  readonly attention?: string | null;
  readonly line1?: string | null;
  readonly line2?: string | null;
  readonly city: string;
  readonly region: string;
  readonly postal_code?: string | null;
  readonly country: string;
  readonly phone?: string | null;
  readonly dock?: 'dock' | 'no_dock' | 'unknown';
  readonly appointment?: boolean;
  readonly hours?: string | null;
  readonly instructions?: string | null;
}

interface DocumentContent {
  readonly number: string;
  readonly po_number: string;
  /** ISO 8601. */
  readonly issued_at: string;
  readonly brand: string;
  readonly contact: string;
  readonly brand_address?: string | null;
  readonly buyer: string;
  readonly seller: string;
  /** null: not chosen yet, or not needed. */
  readonly ship_to: Place | null;
  readonly ship_from: Place | null;
  readonly terms: ShippingTerms;
  /** Since version 3: IANA name of the zone of its days, the buyer's; UTC where the buyer has no address. */
  readonly zone?: string;
}

/** Since version 2: what US bookkeeping reads. */
interface BilledContent {
  /** null: the buyer has no address. */
  readonly bill_to?: Place | null;
  readonly tax?: 'not_collected';
}

/** Since version 4: what the buyer's books call the order, and who agreed to it. */
interface OrderedContent {
  readonly your_po?: string | null;
  readonly ordered_by?: string | null;
  /** A program of the buyer, in place of a person. */
  readonly ordered_via?: string | null;
  readonly approved_by?: string | null;
}

interface ContentLine {
  readonly name: string;
  readonly upc: string;
  readonly sku: string | null;
  readonly quantity: Units;
}

export interface PricedLine extends ContentLine {
  readonly unit_cents: Cents;
  readonly total_cents: Cents;
}

interface PricedContent extends DocumentContent, BilledContent, OrderedContent {
  readonly offer_number: string;
  readonly lines: readonly PricedLine[];
  readonly goods_cents: Cents;
  readonly freight_cents: Cents;
  readonly total_cents: Cents;
}

export interface PurchaseOrderContent extends PricedContent {
  readonly kind: 'purchase_order';
  readonly carrier_instructions: string | null;
  readonly pay_by: string | null;
}

export interface InvoiceContent extends PricedContent {
  readonly kind: 'invoice';
  readonly paid_at: string;
  /** Since version 4: the number of the invoice before. */
  readonly replaces?: string | null;
}

export interface SlipLine extends ContentLine {
  readonly ordered_quantity: Units;
}

export interface PackingSlipContent extends DocumentContent {
  readonly kind: 'packing_slip';
  /** Since version 4; absent where the order has none. */
  readonly your_po?: string;
  readonly carrier_instructions: string | null;
  readonly carrier: string | null;
  readonly tracking_numbers: readonly string[];
  readonly cartons: Units | null;
  readonly pallets: number | null;
  readonly weight_lb: Units | null;
  readonly shipped_at: string | null;
  readonly lines: readonly SlipLine[];
}

export interface CreditLine extends Omit<ContentLine, 'quantity'> {
  /** null: an amount for no whole units. */
  readonly quantity: Units | null;
  readonly reason: string | null;
  /** Since version 2. */
  readonly unit_cents?: Cents;
  readonly total_cents: Cents;
}

export interface CreditMemoContent extends DocumentContent, BilledContent {
  readonly kind: 'credit_memo';
  readonly invoice_number: string;
  /** Since version 4. */
  readonly your_po?: string | null;
  readonly reason: string;
  /** Empty where the amount belongs to the whole order. */
  readonly lines: readonly CreditLine[];
  readonly goods_cents: Cents;
  readonly freight_cents: Cents;
  readonly total_cents: Cents;
}

export type AnyContent = PurchaseOrderContent | InvoiceContent | PackingSlipContent | CreditMemoContent;
