import type { AdjustmentRow, FrozenAddress, PurchaseOrderRow, ShipmentRow } from '../../db/tables';
import { phoneDisplay } from '../addresses/checks';
import { type ClaimReason, claimReasonLabels } from '../claims/contract';
import type { Config } from '../config/config';
import { cents, sum } from '../contract/money';
import { isCollected } from '../contract/shipping-terms';
import type { Carrier } from '../orders/fulfilment-contract';
import { payBy } from '../orders/policy';
import { termsOf } from '../orders/progress';
import { carrierName } from '../shipping/contract';
import { creditMemoName, invoiceName, packingSlipName, purchaseOrderName } from './name';
import type {
  CreditLine,
  CreditMemoContent,
  InvoiceContent,
  PackingSlipContent,
  Place,
  PricedLine,
  PurchaseOrderContent,
  SlipLine,
} from './pdf/content';
import type { DocumentParties } from './queries';

type Issuer = Pick<Config, 'brandName' | 'contactEmail' | 'unpaidOrderHours'>;

interface Cause {
  readonly order: PurchaseOrderRow;
  readonly parties: DocumentParties;
  readonly issuer: Issuer;
}

const wholePlace = (address: FrozenAddress | null): Place | null =>
  address && { ...address, phone: phoneDisplay(address.phone) };

/** What the seller sees of the ship-to before payment (docs/rules.md#documents). */
const shipToBeforePayment = (address: FrozenAddress | null): Place | null =>
  address && {
    city: address.city,
    region: address.region,
    postal_code: address.postal_code,
    country: address.country,
  };

const cityOf = (address: FrozenAddress | null): Place | null =>
  address && { city: address.city, region: address.region, country: address.country };

/** The seller's street is for those who come to it. */
const shipFromAfterPayment = (order: PurchaseOrderRow): Place | null =>
  isCollected(termsOf(order)) ? wholePlace(order.ship_from) : cityOf(order.ship_from);

const head = ({ order, parties, issuer }: Cause, issuedAt: Date) => ({
  po_number: order.po_number,
  issued_at: issuedAt.toISOString(),
  brand: issuer.brandName,
  contact: issuer.contactEmail,
  buyer: parties.buyer,
  seller: parties.seller,
  ship_to: wholePlace(order.ship_to),
  ship_from: shipFromAfterPayment(order),
  terms: termsOf(order),
});

const amounts = ({ order, parties }: Cause, lines: readonly PricedLine[]) => ({
  offer_number: parties.offer_number,
  carrier_instructions: order.carrier_instructions,
  lines,
  goods_cents: sum(lines.map(({ total_cents }) => total_cents)),
  freight_cents: order.freight_cents,
  total_cents: order.total_cents,
});

export const purchaseOrderContent = (cause: Cause, lines: readonly PricedLine[]): PurchaseOrderContent => ({
  ...head(cause, cause.order.created_at),
  ...purchaseOrderName(cause.order),
  kind: 'purchase_order',
  ship_to: shipToBeforePayment(cause.order.ship_to),
  ship_from: cityOf(cause.order.ship_from),
  pay_by: payBy(cause.order, cause.issuer)?.toISOString() ?? null,
  ...amounts(cause, lines),
});

/** Needs a paid order. */
export function invoiceContent(cause: Cause, lines: readonly PricedLine[]): InvoiceContent {
  const paidAt = cause.order.paid_at ?? cause.order.updated_at;
  return {
    ...head(cause, paidAt),
    ...invoiceName(cause.order),
    kind: 'invoice',
    paid_at: paidAt.toISOString(),
    ...amounts(cause, lines),
  };
}

interface ShipmentParts {
  readonly lines: readonly SlipLine[];
  readonly tracking: readonly string[];
}

const count = (value: number | null) => (value === null ? null : BigInt(value));

export const packingSlipContent = (
  cause: Cause,
  shipment: ShipmentRow,
  { lines, tracking }: ShipmentParts,
): PackingSlipContent => ({
  ...head(cause, shipment.updated_at),
  ...packingSlipName(cause.order, shipment.number),
  kind: 'packing_slip',
  carrier_instructions: cause.order.carrier_instructions,
  carrier: carrierName({ ...shipment, carrier: shipment.carrier as Carrier | null }),
  tracking_numbers: tracking,
  cartons: count(shipment.cartons),
  pallets: shipment.pallets,
  weight_lb: count(shipment.weight_lb),
  shipped_at: shipment.shipped_at?.toISOString() ?? null,
  lines,
});

const adjustmentReasons: Record<AdjustmentRow['kind'], string> = {
  claim: 'Claim',
  short_ship: 'Units that were not shipped',
  provider: 'Refund of the card payment',
};

interface AdjustmentParts {
  readonly lines: readonly (Omit<CreditLine, 'reason'> & { readonly reason: ClaimReason | null })[];
  readonly claimNumber: string | null;
}

export const creditMemoContent = (
  cause: Cause,
  adjustment: AdjustmentRow,
  { lines, claimNumber }: AdjustmentParts,
): CreditMemoContent => ({
  ...head(cause, adjustment.created_at),
  ...creditMemoName(cause.order, adjustment.number),
  kind: 'credit_memo',
  invoice_number: invoiceName(cause.order).number,
  reason: [adjustmentReasons[adjustment.kind], claimNumber].filter(Boolean).join(' '),
  lines: lines.map((line) => ({ ...line, reason: line.reason && claimReasonLabels[line.reason] })),
  goods_cents: adjustment.goods_cents,
  freight_cents: adjustment.freight_cents,
  total_cents: cents(adjustment.goods_cents + adjustment.freight_cents),
});
