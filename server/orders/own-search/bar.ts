import { orderStatusLabels } from '../contract';
import type { OwnSearch, OwnSort } from './contract';
import { addressOf, type PageSearch } from './shown';

/** What the search bar of one page offers. Sorts by value; the first is the list's own order. */
export interface SearchBar {
  readonly path: '/my_offers' | '/my_orders';
  readonly noun: 'offer' | 'order';
  /** The file with everything that the page lists. */
  readonly file: string;
  readonly sorts: readonly (readonly [value: OwnSort | '', label: string])[];
  readonly statuses: readonly (readonly [value: string, label: string])[];
}

export const ordersBar: SearchBar = {
  path: '/my_orders',
  noun: 'order',
  file: '/marketplace/purchase_orders.csv',
  sorts: [
    ['', 'Most urgent first'],
    ['newest', 'Newest first'],
    ['oldest', 'Oldest first'],
    ['total_desc', 'Highest total first'],
    ['expires', 'Payment due first'],
  ],
  statuses: Object.entries(orderStatusLabels),
};

const withQuery = (path: string, query: string) =>
  query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

interface SetFilter {
  readonly label: string;
  readonly without: OwnSearch;
}

function setFilters(given: OwnSearch): SetFilter[] {
  const { q, from, to, status = [] } = given;
  return [
    ...(q ? [{ label: `“${q}”`, without: { ...given, q: undefined } }] : []),
    ...(from
      ? [{ label: `From ${date.format(new Date(from))}`, without: { ...given, from: undefined } }]
      : []),
    ...(to ? [{ label: `To ${date.format(new Date(to))}`, without: { ...given, to: undefined } }] : []),
    ...status.map((one) => ({
      label: orderStatusLabels[one],
      without: { ...given, status: status.filter((other) => other !== one) },
    })),
  ];
}

function statusesChosen(status: OwnSearch['status'] = []): string {
  const [first] = status;
  if (first === undefined) return 'All statuses';
  return status.length === 1 ? orderStatusLabels[first] : `${status.length} statuses`;
}

export function barLocals(bar: SearchBar, { search, shown }: PageSearch) {
  const given = shown?.given ?? {};
  const filters = search ? setFilters(given) : [];
  return {
    bar,
    given,
    statusesChosen: statusesChosen(given.status),
    /** Of the sheet alone: not the text, which stays in view. */
    filterCount: filters.length - (given.q && search ? 1 : 0),
    chips: filters.map(({ label, without }) => ({ label, href: withQuery(bar.path, addressOf(without)) })),
    exportHref: withQuery(bar.file, addressOf(given)),
  };
}

const NAMES = ['q', 'from', 'to', 'status[]', 'sort'];

export function cleanAddress(address: string): string | null {
  const [path = '', search] = address.split('?', 2);
  const query = new URLSearchParams(search);
  const kept = [...query].filter(([name, value]) => value !== '' || !NAMES.includes(name));
  return kept.length === query.size ? null : withQuery(path, new URLSearchParams(kept).toString());
}
