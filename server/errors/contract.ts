import { endpoint } from '../contract/endpoint';

/** Errors of a page's scripts. Always answers 204. */
export const reportClientError = endpoint<undefined>()('POST /client_errors');
