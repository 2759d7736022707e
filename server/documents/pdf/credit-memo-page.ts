import { dollars, formatUnits } from '../../contract/money';
import type { CreditMemoContent } from './content';
import type { PageRow } from './page';
import {
  contactLine,
  facts,
  type Kind,
  partyBlock,
  printDay,
  productDetail,
  sellerBlock,
  subtotal,
  taxLine,
} from './parts';

const creditRows = ({ lines, reason, goods_cents, freight_cents, tax }: CreditMemoContent): PageRow[] => {
  const unitPrice = (text: string) => (tax ? [text] : []);
  if (lines.length === 0) {
    const isFreight = goods_cents === 0;
    const amount = dollars(isFreight ? freight_cents : goods_cents);
    return [{ name: isFreight ? 'Freight' : reason, detail: '', cells: ['', ...unitPrice(''), amount] }];
  }
  return lines.map(({ unit_cents, ...line }) => ({
    name: line.name,
    detail: [productDetail(line), line.reason].filter(Boolean).join(' · '),
    cells: [
      line.quantity === null ? '' : formatUnits(line.quantity),
      ...unitPrice(unit_cents === undefined ? '' : dollars(unit_cents)),
      dollars(line.total_cents),
    ],
  }));
};

export const creditMemo: Kind<CreditMemoContent> = (content) => ({
  title: 'Credit memo',
  facts: facts(
    ['Credit memo', content.number],
    ['Date of issue', printDay(content.issued_at, content)],
    ['Invoice', content.invoice_number],
    ['Purchase order', content.po_number],
    ['Your PO', content.your_po ?? null],
    ['Reason', content.reason],
  ),
  parties: [sellerBlock(content), partyBlock('Credit to', content.buyer, content.bill_to ?? null)],
  headline: `${dollars(content.total_cents)} credited on ${printDay(content.issued_at, content)}`,
  subline: `The amount goes back to the payment method of invoice ${content.invoice_number}.`,
  notes: [],
  columns: ['Description', 'Quantity', ...(content.tax ? ['Unit price'] : []), 'Amount'],
  rows: creditRows(content),
  totals: [
    subtotal(content),
    ...facts(['Freight', content.freight_cents > 0 ? dollars(content.freight_cents) : null]),
    ...taxLine(content),
    { label: 'Total credited', value: dollars(content.total_cents) },
  ],
  appendix: null,
  closing: contactLine(content),
  footer: `Credit memo ${content.number}`,
});
