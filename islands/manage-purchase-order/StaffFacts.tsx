import { dollars } from '../../server/contract/money';
import type { StaffOrder } from '../../server/orders/staff/contract';
import { sentenceCase } from '../admin-insights/words';

/** The people behind the order, our fee, and what staff read elsewhere. */
export const StaffFacts = ({ opened }: { opened: StaffOrder }) => {
  const { order, buyer, seller, offer_number } = opened;
  const offerId = opened.document.data[0]?.attributes.offer_id ?? 0;
  return (
    <section className="card stack tight" aria-label="Parties">
      <h2>Parties</h2>
      <dl className="facts">
        <Party label="Buyer" company={order.buyer_name} person={buyer} />
        <Party label="Seller" company={order.seller_name} person={seller} />
        {order.status !== 'canceled' && (
          <div>
            <dt>Our fee</dt>
            <dd>{dollars(order.fee_after_refunds_cents)}</dd>
          </div>
        )}
        {order.payment_flag && (
          <div>
            <dt>Payment problem</dt>
            <dd>{sentenceCase(order.payment_flag)}</dd>
          </div>
        )}
      </dl>
      <p className="row small">
        <a href={`/admin/insights?detail=offer-${offerId}`}>Offer {offer_number}</a>
        <a href={`/admin/audit?query=purchase_order+${order.id}`}>Audit Log</a>
      </p>
    </section>
  );
};

interface PartyProps {
  label: string;
  company: string;
  person: StaffOrder['buyer'];
}

const Party = ({ label, company, person }: PartyProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {company}
      <div className="small">
        {person ? (
          <a href={`/admin/people/${person.id}`}>{person.email}</a>
        ) : (
          <span className="muted">No account yet</span>
        )}
      </div>
    </dd>
  </div>
);
