import { Failed } from '../ui/feedback';
import type { Listing } from './use-listing';

export function ListingFailed({ listing: { failed, busy, pages, retry } }: { listing: Listing }) {
  if (failed !== 'first' || busy) return null;
  const previous = pages?.products.length ? ' Below are the products of your previous search.' : '';
  return <Failed onRetry={retry}>{`The products could not be loaded.${previous}`}</Failed>;
}
