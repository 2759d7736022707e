import { number, object } from '../contract/fields';

export const openPaymentBody = object({ version: number().integer() });
