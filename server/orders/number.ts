import { MAX_ID } from '../contract/limits';

/** Numbers begin after this one. The generated columns `po_number` and `offer_number` add the same. */
const FIRST_NUMBER = 100_000;

export const formatOrderNumber = (id: number): string => `PO-${FIRST_NUMBER + id}`;
export const formatOfferNumber = (id: number): string => `OF-${FIRST_NUMBER + id}`;

/** `PO-100042`, `of-100042`, `100042` or the id itself → an id; 0 for anything else. */
export function parseNumber(text: string): number {
  const digits = /^\s*(?:(?:po|of)-?)?(\d{1,10})\s*$/i.exec(text)?.[1];
  const number = Number(digits ?? 0);
  const id = number > FIRST_NUMBER ? number - FIRST_NUMBER : number;
  return id <= MAX_ID ? id : 0;
}
