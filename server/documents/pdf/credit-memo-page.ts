import { dollars, formatUnits } from '../../contract/money';
import { isCollected } from '../../contract/shipping-terms';
import type { CreditLine, CreditMemoContent } from './content';
import type { PageRow } from './page';
import { contactLine, facts, type Kind, partyBlock, printDay, productDetail } from './parts';

function creditRows({ lines, reason, goods_cents, freight_cents }: CreditMemoContent): PageRow[] {
  if (lines.length > 0) return lines.map(creditRow);
  const isFreight = goods_cents === 0;
  const amount = isFreight ? freight_cents : goods_cents;
  return [{ name: isFreight ? 'Freight' : reason, detail: '', cells: ['', dollars(amount)] }];
}

const creditRow = (line: CreditLine): PageRow => ({
  name: line.name,
  detail: [productDetail(line), line.reason].filter(Boolean).join(' · '),
  cells: [line.quantity === null ? '' : formatUnits(line.quantity), dollars(line.total_cents)],
});

export const creditMemo: Kind<CreditMemoContent> = (content) => ({
  title: 'Credit memo',
  facts: facts(
    ['Credit memo', content.number],
    ['Date of issue', printDay(content.issued_at)],
    ['Invoice', content.invoice_number],
    ['Purchase order', content.po_number],
    ['Reason', content.reason],
  ),
  parties: [
    partyBlock('Seller', content.seller, isCollected(content.terms) ? null : content.ship_from),
    partyBlock('Credit to', content.buyer, null),
  ],
  headline: `${dollars(content.total_cents)} credited on ${printDay(content.issued_at)}`,
  subline: `The amount goes back to the payment method of invoice ${content.invoice_number}.`,
  notes: [],
  columns: ['Description', 'Quantity', 'Amount'],
  rows: creditRows(content),
  totals: [
    { label: 'Goods', value: dollars(content.goods_cents) },
    ...facts(['Freight', content.freight_cents > 0 ? dollars(content.freight_cents) : null]),
    { label: 'Total credited', value: dollars(content.total_cents) },
  ],
  appendix: null,
  closing: contactLine(content),
  footer: `Credit memo ${content.number}`,
});
