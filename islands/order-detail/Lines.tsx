import { counted, dollars, formatUnits } from '../../server/contract/money';
import { type CanceledUnits, canceledNote } from '../../server/orders/rules';
import { productAddress } from '../../server/products/contract';
import { showsAmounts } from '../my-orders/amounts';
import { shippedUnits } from '../shipping/shipment-values';
import { Thumb } from '../ui/thumb';
import type { OrderPageProps, SectionProps } from './order-page';

type Props = SectionProps & Pick<OrderPageProps, 'openable'>;

export const Lines = ({ order, lines, openable }: Props) => {
  const isPart =
    order.status === 'awaiting_shipment' && order.shipments.some(({ status }) => status === 'shipped');
  return (
    <section className="card stack tight" aria-label="Products">
      <h2>{lines.length === 1 ? '1 product' : `${formatUnits(lines.length)} products`}</h2>
      <ul className="order-lines">
        {lines.map(
          ({ id, attributes: { product, images, unit_cents, total_cents, net_to_seller, ...units } }) => (
            <li key={id}>
              <Thumb src={images[0] ?? null} alt="" size={48} />
              <div>
                {!openable || openable.includes(product.id) ? (
                  <a href={productAddress(product)}>{product.name}</a>
                ) : (
                  <strong>{product.name}</strong>
                )}
                <p className="muted small">
                  {product.sku && (
                    <>
                      <span className="nowrap">{product.sku}</span> ·{' '}
                    </>
                  )}
                  <span className="nowrap">
                    {showsAmounts(order)
                      ? `${formatUnits(units.quantity)} × ${dollars(unit_cents)}`
                      : counted(units.quantity, 'unit')}
                  </span>
                </p>
                {isPart && (
                  <p className="small">
                    {`${formatUnits(shippedUnits(order, Number(id)))} of ${formatUnits(units.quantity)} shipped`}
                  </p>
                )}
                {order.status !== 'canceled' && <Canceled {...units} />}
              </div>
              {showsAmounts(order) && (
                <div className="line-total">
                  <strong>{dollars(total_cents)}</strong>
                  {net_to_seller !== null && (
                    <p className="muted small">{`${dollars(net_to_seller)} after\u00a0fees`}</p>
                  )}
                </div>
              )}
            </li>
          ),
        )}
      </ul>
    </section>
  );
};

function Canceled(units: CanceledUnits) {
  const note = canceledNote(units);
  return note && <p className="small">{note}</p>;
}
