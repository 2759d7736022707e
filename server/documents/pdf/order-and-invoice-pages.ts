import { dollars, formatUnits } from '../../contract/money';
import type { ShippingTerms } from '../../contract/shipping-terms';
import type { InvoiceContent, PricedLine, PurchaseOrderContent } from './content';
import type { PageRow } from './page';
import {
  contactLine,
  facts,
  handover,
  type Kind,
  partyBlock,
  printDay,
  printTime,
  productDetail,
  sellerBlock,
  subtotal,
  taxLine,
  termLabels,
} from './parts';

const pricedRow = (line: PricedLine): PageRow => ({
  name: line.name,
  detail: productDetail(line),
  cells: [formatUnits(line.quantity), dollars(line.unit_cents), dollars(line.total_cents)],
});

const PRICED_COLUMNS = ['Description', 'Quantity', 'Unit price', 'Amount'];

const subtotalAndFreight = (content: PurchaseOrderContent | InvoiceContent) => {
  const { freight_cents, terms } = content;
  const isQuoted = freight_cents > 0 || terms === 'buyer_pays';
  return [subtotal(content), ...facts(['Freight', isQuoted ? dollars(freight_cents) : null])];
};

const tradeFacts = ({
  offer_number,
  terms,
  carrier_instructions,
}: {
  offer_number: string;
  terms: ShippingTerms;
  carrier_instructions?: string | null;
}) =>
  facts(['Offer', offer_number], ['Shipping', termLabels[terms]], ['Carrier', carrier_instructions ?? null]);

const orderedFacts = ({
  your_po = null,
  ordered_by = null,
  ordered_via = null,
  approved_by = null,
}: PurchaseOrderContent | InvoiceContent) =>
  facts(
    ['Your PO', your_po],
    ['Ordered by', ordered_by],
    ['Ordered via', ordered_via],
    ['Approved by', approved_by],
  );

export const purchaseOrder: Kind<PurchaseOrderContent> = (content) => ({
  title: 'Purchase order',
  facts: [
    ...facts(['Order number', content.number], ['Date of order', printDay(content.issued_at, content)]),
    ...tradeFacts(content),
    ...orderedFacts(content),
  ],
  parties: [
    sellerBlock(content),
    partyBlock('Buyer', content.buyer, null),
    handover(content, 'No address yet.'),
  ],
  headline: content.pay_by
    ? `${dollars(content.total_cents)} due by ${printTime(content.pay_by, content)}`
    : `${dollars(content.total_cents)} in total`,
  subline: content.pay_by
    ? 'Wait for payment before you ship. Both parties see the full addresses once it is paid.'
    : null,
  notes: [],
  columns: PRICED_COLUMNS,
  rows: content.lines.map(pricedRow),
  totals: [
    ...subtotalAndFreight(content),
    ...taxLine(content),
    { label: 'Total', value: dollars(content.total_cents) },
  ],
  appendix: null,
  closing: `Payment is made through ${content.brand}. ${contactLine(content)}`,
  footer: `Purchase order ${content.number}`,
});

export const invoice: Kind<InvoiceContent> = (content) => ({
  title: 'Invoice',
  facts: [
    ...facts(
      ['Invoice number', content.number],
      ['Replaces', content.replaces ?? null],
      ['Date of issue', printDay(content.issued_at, content)],
      ['Date paid', printDay(content.paid_at, content)],
      ['Purchase order', content.po_number],
    ),
    ...tradeFacts(content),
    ...orderedFacts(content),
  ],
  parties: [
    sellerBlock(content),
    partyBlock('Bill to', content.buyer, content.bill_to ?? null),
    handover(content, 'No address yet.'),
  ],
  headline: `${dollars(content.total_cents)} paid on ${printDay(content.paid_at, content)}`,
  subline: null,
  notes: [],
  columns: PRICED_COLUMNS,
  rows: content.lines.map(pricedRow),
  totals: [
    ...subtotalAndFreight(content),
    ...taxLine(content),
    { label: 'Total', value: dollars(content.total_cents) },
    { label: `Paid on ${printDay(content.paid_at, content)}`, value: dollars(content.total_cents) },
  ],
  appendix: null,
  closing: `Paid through ${content.brand}. ${contactLine(content)}`,
  footer: `Invoice ${content.number}`,
});
