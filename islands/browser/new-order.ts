import { readAccountValue, writeAccountValue } from './account-store';

const NEW = 'new-order';

/** Makes My Orders mark this order at the next visit, whose address stays that of the list. */
export const rememberNewOrder = (id: number | null) => writeAccountValue(NEW, id);

export function takeNewOrder(): number | null {
  const id = readAccountValue<number>(NEW);
  writeAccountValue(NEW, null);
  return id;
}
