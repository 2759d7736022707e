import { overviewDays } from '../../server/insights/contract';
import { isDay } from '../../server/lists/rules';
import { sections } from './sections';

/** The state of the page as the address holds it: `open=orders,offers&orders.sort=total_cents&orders.from=2026-01-01`. */
export type View = Readonly<Record<string, string>>;

export interface SectionView {
  sort: string;
  dir: 'asc' | 'desc';
  query: string;
  /** Inclusive days in UTC; '' for no bound. */
  from: string;
  to: string;
}

const FIELDS = ['sort', 'dir', 'query', 'from', 'to'] as const;

/** All sections collapsed, each in its first sort order. */
export const DEFAULT_VIEW: View = {
  open: '',
  days: '90',
  detail: '',
  ...Object.fromEntries(
    sections.flatMap(({ name, orders: [first] }) => [
      [`${name}.sort`, first?.by ?? 'created_at'],
      [`${name}.dir`, first?.dir ?? 'desc'],
      [`${name}.query`, ''],
      [`${name}.from`, ''],
      [`${name}.to`, ''],
    ]),
  ),
};

const sortsOf = ({ orders, columns }: (typeof sections)[number]) => [
  ...orders.map(({ by }) => by),
  ...columns.map(({ sort }) => sort),
];

/** Values that are not valid fall back to the default. */
function isKnown(name: string, value: string): boolean {
  if (name === 'days') return overviewDays.some((days) => String(days) === value);
  if (name === 'open' || name === 'detail') return true;
  const [of, field] = name.split('.');
  const section = sections.find((one) => one.name === of);
  if (!section) return false;
  if (field === 'sort') return sortsOf(section).includes(value);
  if (field === 'dir') return value === 'asc' || value === 'desc';
  if (field === 'from' || field === 'to') return isDay(value);
  return field === 'query' && value.length <= 200;
}

export const viewIn = (address: View): View =>
  Object.fromEntries(
    Object.entries(address).filter(([name, value]) => name in DEFAULT_VIEW && isKnown(name, value)),
  );

export const sectionView = (view: View, name: string) =>
  Object.fromEntries(
    FIELDS.map((field) => [field, view[`${name}.${field}`] ?? '']),
  ) as unknown as SectionView;

export const inSection = (name: string, change: Partial<SectionView>): View =>
  Object.fromEntries(Object.entries(change).map(([field, value]) => [`${name}.${field}`, value]));

export const openIn = (view: View): ReadonlySet<string> =>
  new Set((view.open ?? '').split(',').filter((name) => sections.some((section) => section.name === name)));

export function toggled(view: View, name: string): View {
  const open = new Set(openIn(view));
  if (!open.delete(name)) open.add(name);
  return { open: [...open].join() };
}

/** The filters without the empty ones. */
export const filtersOf = ({ query, from, to }: SectionView) => ({
  ...(query && { query }),
  ...(from && { from }),
  ...(to && { to }),
});
