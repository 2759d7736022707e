import { viewProduct } from '../../server/sourcing/contract';
import { call } from '../browser/api';

const SEEN = 'lotwise:viewed';

/** Once per product and browser session. A view that is not counted harms nothing. */
export function recordView(id: number) {
  try {
    const seen = new Set((sessionStorage.getItem(SEEN) ?? '').split(',').filter(Boolean));
    if (seen.has(String(id))) return;
    sessionStorage.setItem(SEEN, [...seen, id].join(','));
  } catch {
    // A browser without storage sends each of them.
  }
  call(viewProduct, { id }).catch(() => undefined);
}
