import type { AdjustmentRow, FrozenAddress, PurchaseOrderRow, ShipmentRow } from '../../db/tables';
import { phoneDisplay } from '../addresses/checks';
import { type ClaimReason, claimReasonLabels } from '../claims/rules';
import type { Config } from '../config/config';
import { cents, sum, type Units } from '../contract/money';
import { zoneOf } from '../contract/time/zones';
import { payBy } from '../orders/deadlines';
import type { OrderParties } from '../orders/parties';
import { termsOf } from '../orders/progress';
import { type Carrier, canceledNote } from '../orders/rules';
import { carrierFor, paidStage } from '../orders/visibility/contacts';
import { type ContactStage, contactShown } from '../orders/visibility/rules';
import { carrierName } from '../shipping/rules';
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

type Issuer = Pick<Config, 'brandName' | 'contactEmail' | 'brandAddress' | 'unpaidOrderHours'>;

interface Cause {
  readonly order: PurchaseOrderRow;
  readonly parties: OrderParties;
  readonly issuer: Issuer;
}

const wholePlace = (address: FrozenAddress | null): Place | null =>
  address && { ...address, phone: phoneDisplay(address.phone) };

const shipToOn = (order: PurchaseOrderRow, stage: ContactStage): Place | null =>
  contactShown('ship_to', 'document', stage) === 'whole'
    ? wholePlace(order.ship_to)
    : order.ship_to && { ...cityOf(order.ship_to), postal_code: order.ship_to.postal_code };

const shipFromOn = (order: PurchaseOrderRow, stage: ContactStage): Place | null =>
  contactShown('ship_from', 'document', stage) === 'whole'
    ? wholePlace(order.ship_from)
    : order.ship_from && cityOf(order.ship_from);

const cityOf = ({ city, region, country }: FrozenAddress): Place => ({ city, region, country });

const carrierOn = (order: PurchaseOrderRow, stage: ContactStage) =>
  carrierFor({ carrier_instructions: order.carrier_instructions, terms: termsOf(order) }, 'document', stage);

const head = ({ order, parties, issuer }: Cause, issuedAt: Date) => ({
  po_number: order.po_number,
  issued_at: issuedAt.toISOString(),
  brand: issuer.brandName,
  contact: issuer.contactEmail,
  brand_address: issuer.brandAddress,
  buyer: parties.buyer,
  seller: parties.seller,
  ship_to: shipToOn(order, paidStage(termsOf(order))),
  ship_from: shipFromOn(order, paidStage(termsOf(order))),
  terms: termsOf(order),
  zone: zoneOf(parties.billing ?? order.ship_to),
});

const TAX = { tax: 'not_collected' } as const;

/** The buyer's default address, else where this order goes. Only after payment. */
function billTo({ order, parties }: Cause): Place | null {
  const address = parties.billing ?? order.ship_to;
  if (!address) return null;
  const { company, line1, line2, city, region, postal_code, country } = address;
  return { company, line1, line2, city, region, postal_code, country };
}

const NOT_RECORDED = { ordered_by: null, ordered_via: null, approved_by: null } as const;

const amounts = ({ order, parties }: Cause, carrier: string | null, lines: readonly PricedLine[]) => ({
  ...TAX,
  offer_number: parties.offer_number,
  your_po: order.buyer_po_number,
  ...(parties.ordering ?? NOT_RECORDED),
  carrier_instructions: carrier,
  lines,
  goods_cents: sum(lines.map(({ total_cents }) => total_cents)),
  freight_cents: order.freight_cents,
  total_cents: order.total_cents,
});

export const purchaseOrderContent = (cause: Cause, lines: readonly PricedLine[]): PurchaseOrderContent => ({
  ...head(cause, cause.order.created_at),
  ...purchaseOrderName(cause.order),
  kind: 'purchase_order',
  ship_to: shipToOn(cause.order, 'unpaid'),
  ship_from: shipFromOn(cause.order, 'unpaid'),
  pay_by: payBy(cause.order, cause.issuer)?.toISOString() ?? null,
  ...amounts(cause, carrierOn(cause.order, 'unpaid'), lines),
});

/** Needs a paid order. `count`: which of its invoices; each but the first replaces the one before. */
export function invoiceContent(cause: Cause, lines: readonly PricedLine[], count = 1): InvoiceContent {
  const { order } = cause;
  const paidAt = order.paid_at ?? order.updated_at;
  return {
    ...head(cause, count === 1 ? paidAt : order.updated_at),
    ...invoiceName(order, count),
    replaces: count === 1 ? null : invoiceName(order, count - 1).number,
    kind: 'invoice',
    paid_at: paidAt.toISOString(),
    bill_to: billTo(cause),
    ...amounts(cause, carrierOn(cause.order, paidStage(termsOf(cause.order))), lines),
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
  ...(cause.order.buyer_po_number !== null && { your_po: cause.order.buyer_po_number }),
  carrier_instructions: carrierOn(cause.order, paidStage(termsOf(cause.order))),
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
  readonly lines: readonly CreditedLine[];
  readonly claimNumber: string | null;
  /** The newest. */
  readonly invoiceNumber: string;
}

type CreditedLine = Omit<CreditLine, 'reason'> & {
  readonly reason: ClaimReason | null;
  readonly ordered_quantity: Units;
};

/** The buyer reads why a rest was canceled, not what staff noted about other refunds. */
const writtenReason = ({ kind, reason }: AdjustmentRow) => (kind === 'short_ship' ? reason : null);

const lineReason = ({ reason, quantity, ordered_quantity }: CreditedLine, { kind }: AdjustmentRow) =>
  kind === 'short_ship' && quantity !== null
    ? canceledNote({ quantity: ordered_quantity, canceled_quantity: quantity })
    : reason && claimReasonLabels[reason];

export const creditMemoContent = (
  cause: Cause,
  adjustment: AdjustmentRow,
  { lines, claimNumber, invoiceNumber }: AdjustmentParts,
): CreditMemoContent => ({
  ...head(cause, adjustment.created_at),
  ...creditMemoName(cause.order, adjustment.number),
  kind: 'credit_memo',
  invoice_number: invoiceNumber,
  your_po: cause.order.buyer_po_number,
  ...TAX,
  bill_to: billTo(cause),
  reason: [
    [adjustmentReasons[adjustment.kind], claimNumber].filter(Boolean).join(' '),
    writtenReason(adjustment),
  ]
    .filter(Boolean)
    .join(': '),
  lines: lines.map(({ ordered_quantity, ...line }) => ({
    ...line,
    reason: lineReason({ ordered_quantity, ...line }, adjustment),
  })),
  goods_cents: adjustment.goods_cents,
  freight_cents: adjustment.freight_cents,
  total_cents: cents(adjustment.goods_cents + adjustment.freight_cents),
});
