import { readAccountValue, writeAccountValue } from './account-store';

const NEW = 'new-order';

/** Makes My Orders open this order on the next visit, whose address stays that of the list. */
export const rememberNewOrder = (id: number | null) => writeAccountValue(NEW, id);

export function takeNewOrder(): number | null {
  const id = readAccountValue<number>(NEW);
  writeAccountValue(NEW, null);
  return id;
}
