import { Failed } from '../ui/empty';
import type { Listing } from './use-listing';

/** What was asked for could not be loaded; what was there before stays, and this says so. */
export function ListingFailed({ listing: { failed, busy, retry } }: { listing: Listing }) {
  if (failed !== 'first' || busy) return null;
  return <Failed onRetry={retry}>The products could not be loaded.</Failed>;
}
