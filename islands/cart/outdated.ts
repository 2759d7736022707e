import { OFFER_CHANGED } from '../../server/offers/contract';
import { ApiError } from '../browser/api';

/** The offer changed since it was shown; the request had no effect. */
export const isOutdated = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409 && error.message === OFFER_CHANGED;

/** Another tab moved, removed or sent the line; the cart is fetched again. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

export const CHANGED_ELSEWHERE = 'Your cart changed in another tab. Review it and try again.';
