import { type Cents, dollars } from '../../server/contract/money';
import type { SectionProps } from './order-page';

export const Money = ({
  order: { goods_cents, freight_cents, total_cents, refunded_cents, total_net_to_seller: net },
}: SectionProps) => (
  <section className="stack tight" aria-label="Money">
    <h2>Total</h2>
    <dl className="totals">
      <Amount label="Goods" amount={goods_cents} />
      {freight_cents > 0 && <Amount label="Freight" amount={freight_cents} />}
      <Amount label="Total" amount={total_cents} />
      {refunded_cents > 0 && <Amount label="Refunded" amount={refunded_cents} />}
      {net !== null && <Amount label="You receive" amount={net} />}
    </dl>
  </section>
);

const Amount = ({ label, amount }: { label: string; amount: Cents }) => (
  <div>
    <dt>{label}</dt>
    <dd>{dollars(amount)}</dd>
  </div>
);
