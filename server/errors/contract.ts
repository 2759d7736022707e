import { endpoint } from '../contract/endpoint';

export const reportClientError = endpoint<undefined>()('POST /client_errors');
