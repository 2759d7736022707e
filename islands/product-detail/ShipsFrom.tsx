import { counted, formatUnits, type Units } from '../../server/contract/money';
import { estimateShipping } from '../../server/contract/shipping-estimate';
import { shippingTermsLabels } from '../../server/contract/shipping-terms';
import type { Product } from '../../server/products/contract';
import { type ProductShipping, productShipping } from '../../server/products/shipping/contract';
import { call } from '../browser/api';
import { Button } from '../ui/button';
import { usePreloaded } from '../ui/feedback';

/** Where the product ships from, how soon and on what terms. Only members may ask. */
export function ShipsFrom({ productId }: { productId: number }) {
  const [shipping, refetch, { failed }] = usePreloaded<ProductShipping>(undefined, () =>
    call(productShipping, { id: productId }),
  );
  if (failed && !shipping)
    return (
      <p className="small muted">
        Shipping details could not be loaded.{' '}
        <Button tone="link" size="small" onClick={() => void refetch()}>
          Try Again
        </Button>
      </p>
    );
  // Two lines from the start, so that nothing below moves.
  return (
    <p className="small muted pre-line">
      {shipping ? `${originOf(shipping)}\n${termsOf(shipping)}` : '\u00a0\n\u00a0'}
    </p>
  );
}

function originOf({ ships_from, handling_days }: ProductShipping) {
  const days = `within ${handling_days} business ${handling_days === 1 ? 'day' : 'days'}`;
  if (!ships_from) return `Ships ${days}`;
  const { city, region, country } = ships_from;
  return `Ships from ${city}, ${region}${country === 'CA' ? ', Canada' : ''} · ${days}`;
}

const termsOf = ({ terms }: ProductShipping) => terms.map((term) => shippingTermsLabels[term]).join(' · ');

interface EstimateProps {
  product: Pick<Product, 'outer_quantity' | 'weight' | 'weight_unit'>;
  /** Digits. */
  quantity: string;
}

/** What a carrier will ask for, as far as the product's data go. */
export function ShippingEstimate({ product, quantity }: EstimateProps) {
  const text = /^[1-9]\d*$/.test(quantity) ? estimateText(product, BigInt(quantity) as Units) : '';
  return text && <p className="small muted">{text}</p>;
}

function estimateText({ outer_quantity, weight, weight_unit }: EstimateProps['product'], quantity: Units) {
  const { cartons, weight_lb } = estimateShipping([
    { quantity, outer_quantity, weight: weight === null ? null : String(weight), weight_unit },
  ]);
  const parts = [
    cartons !== null && counted(cartons, 'carton'),
    weight_lb !== null && `${formatUnits(weight_lb)} lb`,
  ].filter(Boolean);
  return parts.length > 0 ? `About ${parts.join(', ')} (estimate)` : '';
}
