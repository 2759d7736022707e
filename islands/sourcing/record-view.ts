import { viewProduct } from '../../server/sourcing/contract';
import { readAccountValue, writeAccountValue } from '../browser/account-store';
import { call } from '../browser/api';

const VIEWED = 'viewed products';

/** Once per product, account and browser session. A view that is not counted harms nothing. */
export function recordView(id: number) {
  const viewed = readAccountValue<readonly number[]>(VIEWED) ?? [];
  if (viewed.includes(id)) return;
  writeAccountValue(VIEWED, [...viewed, id]);
  call(viewProduct, { id }).catch(() => undefined);
}

/** For a cleared list: products viewed from now on are in it again. */
export const forgetViews = () => writeAccountValue(VIEWED, null);
