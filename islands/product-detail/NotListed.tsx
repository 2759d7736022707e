import type { Product } from '../../server/products/contract';
import { Notice } from '../ui/feedback';

/** For its owner and staff: why buyers do not see it. */
export function NotListed({ product: { status, provisional } }: { product: Product }) {
  const isPaused = status === 'paused';
  if (!isPaused && status !== 'provisional') return null;
  const when = provisional
    ? 'its required fields are complete'
    : isPaused
      ? 'it is resumed'
      : 'the profile is complete';
  return (
    <Notice tone="yellow" title={isPaused ? 'Paused' : 'Not listed yet'}>
      <p>Buyers will see this product once {when}.</p>
    </Notice>
  );
}
