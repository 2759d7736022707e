import { OFFER_CHANGED } from '../../server/offers/contract';
import { ApiError } from '../browser/api';

/** The offer is another than the one that was shown: nothing has happened. */
export const isOutdated = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409 && error.message === OFFER_CHANGED;
