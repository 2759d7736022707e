import { Failed } from '../ui/feedback';
import type { Listing } from './use-listing';

export function ListingFailed({ listing: { failed, busy, retry } }: { listing: Listing }) {
  if (failed !== 'first' || busy) return null;
  return <Failed onRetry={retry}>The products could not be loaded.</Failed>;
}
