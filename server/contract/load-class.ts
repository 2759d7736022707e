// Under load D gives way first: `0` never, A commits of trade, B signed sessions, C signed-out visitors, D bulk.
// A and B without a correctly signed session count as C.
export type LoadClass = '0' | 'A' | 'B' | 'C' | 'D';

const COMMITS = /^\/((marketplace|admin)\/)?(offers|purchase_orders)(\/|$)/;

/** The class of a route that names none. */
export function defaultLoad(method: string, path: string): LoadClass {
  if (path.startsWith('/webhooks/')) return '0';
  if (path.endsWith('.csv')) return 'D';
  return method !== 'GET' && COMMITS.test(path) ? 'A' : 'B';
}
