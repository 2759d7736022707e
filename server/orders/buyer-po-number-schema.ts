import { number, object, text } from '../contract/fields';
import { BUYER_PO_NUMBER_LENGTH } from './rules';

/** Undefined leaves it as it is; an empty text or null clears it. */
export const buyerPoNumber = () =>
  text(BUYER_PO_NUMBER_LENGTH)
    .transform((value) => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : value))
    .transform((value) => (value === '' ? null : value))
    .nullable();

/** Of the dialog, which shows what the order has. */
export const buyerPoNumberForm = object({ buyer_po_number: text(BUYER_PO_NUMBER_LENGTH).defined() });

export const buyerPoNumberBody = object({
  buyer_po_number: buyerPoNumber().defined('Enter your PO number, or leave it empty'),
  version: number().integer(),
});
