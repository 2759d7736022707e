import { OFFER_CHANGED } from '../../server/offers/contract';
import { ApiError } from '../browser/api';

/** The offer changed since it was shown; the request had no effect. */
export const isOutdated = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409 && error.message === OFFER_CHANGED;
