import type { OfferDocument } from '../../server/offers/contract';
import { ApiError } from '../browser/api';
import type { OfferLine } from './seller-offer';
import type { Drafts } from './use-drafts';

/** The offer changed since it was shown; the request had no effect. */
export const isOutdated = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'offer_changed';

/** Another tab moved, removed or sent the line; the cart is fetched again. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

export const CHANGED_ELSEWHERE =
  'Your cart changed in another tab or by a colleague. Review it and try again.';

/** The offer as another tab left it, which comes with the refusal. */
export const currentOffer = ({ body }: ApiError) => body.offer as OfferDocument | undefined;

/** Another tab saved something else for a line that is edited here, or removed it. */
export function changesEdited(error: ApiError, lines: readonly OfferLine[], drafts: Drafts): boolean {
  const saved = currentOffer(error)?.included ?? [];
  return lines.some(({ row, state }) => {
    if (!state.changed || !drafts.has(row.key)) return false;
    const line = saved.find(({ id }) => id === row.key);
    return drafts.conflicts(line ?? row.item.line, row.hasLeft || !line);
  });
}
