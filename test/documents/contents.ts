import { type Cents, cents } from '../../server/contract/money';
import type {
  CreditMemoContent,
  InvoiceContent,
  PackingSlipContent,
  PurchaseOrderContent,
} from '../../server/documents/pdf/content';

const RIDGELINE = {
  company: 'Ridgeline Retail',
  attention: 'Receiving',
  line1: '400 Linden Avenue',
  line2: 'Dock 4',
  city: 'Dayton',
  region: 'OH',
  postal_code: '45403',
  country: 'US',
  phone: '(937) 224-5678',
  dock: 'no_dock',
  appointment: true,
  hours: 'Mon–Fri 8 AM – 3 PM',
  instructions: 'Call 30 minutes ahead.',
} as const;

const NAMES = [
  'Crew Socks, 6-Pack, Charcoal',
  'Merino Beanie',
  'Crème brûlée kit “Été à Łódź”',
  'Insulated stainless-steel bottle with bamboo lid, three interchangeable straws, carrying strap and brush',
];

export const pricedLines = (count: number) =>
  Array.from({ length: count }, (_line, index) => {
    const quantity = ((index * 37) % 240) + 1;
    const unit_cents = cents(((index * 791) % 9_000) + 199);
    return {
      name: `${NAMES[index % NAMES.length]} ${index + 1}`,
      upc: String(100_000_000_000 + index),
      sku: index % 3 === 0 ? null : `R-${index}`,
      quantity: BigInt(quantity),
      unit_cents,
      total_cents: cents(unit_cents * quantity),
    };
  });

type Priced = Pick<InvoiceContent, 'lines' | 'goods_cents' | 'freight_cents' | 'total_cents'>;

function priced(count: number, freight: number): Priced {
  const lines = pricedLines(count);
  const goods = lines.reduce((sum, line) => sum + line.total_cents, 0);
  return {
    lines,
    goods_cents: cents(goods),
    freight_cents: cents(freight),
    total_cents: cents(goods + freight),
  };
}

const COMMON = {
  po_number: 'PO-100042',
  issued_at: '2026-11-22T14:03:00.000Z',
  brand: 'Lotwise',
  contact: 'hello@example.com',
  buyer: 'Ridgeline Retail',
  seller: 'Northline Outdoor',
  ship_to: RIDGELINE,
  ship_from: { city: 'Reno', region: 'NV', country: 'US' },
  terms: 'seller_pays',
} as const;

export const aPurchaseOrder = (lines: number): PurchaseOrderContent => ({
  ...COMMON,
  kind: 'purchase_order',
  number: 'PO-100042',
  offer_number: 'OF-100057',
  ship_to: { city: 'Dayton', region: 'OH', postal_code: '45403', country: 'US' },
  carrier_instructions: null,
  pay_by: '2026-11-24T15:00:00.000Z',
  ...priced(lines, 0),
});

export const anInvoice = (lines: number, changes: Partial<InvoiceContent> = {}): InvoiceContent => ({
  ...COMMON,
  kind: 'invoice',
  number: 'INV-100042',
  offer_number: 'OF-100057',
  terms: 'buyer_pays',
  paid_at: '2026-11-23T09:00:00.000Z',
  ...priced(lines, 23_450),
  ...changes,
});

export const aPackingSlip = (
  lines: number,
  changes: Partial<PackingSlipContent> = {},
): PackingSlipContent => ({
  ...COMMON,
  kind: 'packing_slip',
  number: 'PO-100042-S1',
  carrier_instructions: null,
  carrier: 'FedEx Freight',
  tracking_numbers: ['1Z999AA10123456784', '1Z999AA10123456785'],
  cartons: 12n,
  pallets: 1,
  weight_lb: 480n,
  shipped_at: null,
  lines: pricedLines(lines).map(({ name, upc, sku, quantity }) => ({
    name,
    upc,
    sku,
    quantity,
    ordered_quantity: quantity + 5n,
  })),
  ...changes,
});

export const aCreditMemo = (changes: Partial<CreditMemoContent> = {}): CreditMemoContent => ({
  ...COMMON,
  kind: 'credit_memo',
  number: 'CM-100042-1',
  invoice_number: 'INV-100042',
  reason: 'Claim CL-100007',
  lines: [
    {
      name: 'Merino Beanie',
      upc: '100000000001',
      sku: null,
      quantity: 3n,
      reason: 'Damaged',
      total_cents: 3_000 as Cents,
    },
  ],
  goods_cents: cents(3_000),
  freight_cents: cents(500),
  total_cents: cents(3_500),
  ...changes,
});
