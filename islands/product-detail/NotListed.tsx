import type { Product } from '../../server/products/contract';
import { Notice } from '../ui/feedback';

/** For its owner and staff: why buyers do not see it. */
export function NotListed({ product: { status, provisional } }: { product: Product }) {
  if (status === 'paused')
    return (
      <Notice tone="yellow" title="Paused">
        <p>Buyers don't see this product until it is resumed in Manage Products. Open offers go on.</p>
      </Notice>
    );
  if (status !== 'provisional') return null;
  return (
    <Notice tone="yellow" title="Not listed yet">
      <p>
        {provisional
          ? 'Buyers will see this product once its required fields are complete.'
          : 'Buyers will see this product once the profile is complete.'}
      </p>
    </Notice>
  );
}
