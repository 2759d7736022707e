import { DAY_MS } from '../contract/durations';
import type { ListSearch, ListSort } from './contract';
import { addressOf, type PageSearch } from './page-search';

/** What the search bar of one page offers. Sorts by value; the first is the list's own order. */
export interface SearchBar {
  readonly path: '/my_offers' | '/my_orders';
  readonly noun: 'offer' | 'order';
  /** The file with everything that the page lists. */
  readonly file: string;
  readonly sorts: readonly (readonly [value: ListSort | '', label: string])[];
  /** Label by status; none where the list is not searched by status. */
  readonly statuses: Readonly<Record<string, string>>;
}

const withQuery = (path: string, query: string) =>
  query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

interface SetFilter {
  readonly label: string;
  readonly without: ListSearch;
}

function setFilters({ statuses }: SearchBar, given: ListSearch): SetFilter[] {
  const { q, from, to, status = [] } = given;
  return [
    ...(q ? [{ label: `“${q}”`, without: { ...given, q: undefined } }] : []),
    ...(from
      ? [{ label: `From ${date.format(new Date(from))}`, without: { ...given, from: undefined } }]
      : []),
    ...(to ? [{ label: `To ${date.format(new Date(to))}`, without: { ...given, to: undefined } }] : []),
    ...status.map((one) => ({
      label: statuses[one] ?? one,
      without: { ...given, status: status.filter((other) => other !== one) },
    })),
  ];
}

function statusesChosen({ statuses }: SearchBar, { status = [] }: ListSearch): string {
  const [first] = status;
  if (first === undefined) return 'All statuses';
  return status.length === 1 ? (statuses[first] ?? first) : `${status.length} statuses`;
}

const PERIODS_DAYS = [7, 30, 90];

/** The periods that one press chooses; days are in UTC, today counts. */
function periodsOf({ path }: SearchBar, given: ListSearch) {
  return PERIODS_DAYS.map((days) => {
    const from = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
    return {
      label: `Last ${days} days`,
      href: withQuery(path, addressOf({ ...given, from, to: undefined })),
      isCurrent: given.from === from && !given.to,
    };
  });
}

export function barLocals(bar: SearchBar, { search, shown }: PageSearch) {
  const given = shown?.given ?? {};
  const filters = search ? setFilters(bar, given) : [];
  return {
    bar,
    given,
    statusesChosen: statusesChosen(bar, given),
    periods: periodsOf(bar, given),
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
