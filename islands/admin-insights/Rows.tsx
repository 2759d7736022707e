import { useEffect } from 'react';
import { formatUnits } from '../../server/contract/money';
import { SelectField } from '../forms/field';
import { appliedDays, ListDays } from '../lists/list-days';
import { ListToolbar } from '../lists/list-toolbar';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { Failed, Skeleton } from '../ui/feedback';
import { RowsTable } from './RowsTable';
import type { SectionKind } from './sections';
import { useRows } from './use-rows';
import { useTotals } from './use-totals';
import { filtersOf, type SectionView } from './view';

interface Props {
  section: SectionKind<{ id: number }>;
  view: SectionView;
  onView: (change: Partial<SectionView>) => void;
  /** The number of rows; null while loading. */
  onFound: (rows: number | null) => void;
  onRow: (id: number) => void;
}

export function Rows({ section, view, onView, onFound, onRow }: Props) {
  const { resource, kind, title, columns, opens } = section;
  const filters = filtersOf(view);
  const { sort: by, dir } = view;
  const rows = useRows<{ id: number }>({ resource, kind, filters, sort: by, dir });
  const totals = useTotals({ resource, filters });
  const found = rows.loading || rows.busy ? null : rows.total;
  useEffect(() => onFound(found), [found, onFound]);
  const narrowed = Object.keys(filters).length > 0;
  const name = title.toLowerCase();
  const days = { ...view, onChange: onView };
  const showAll = () => onView({ query: '', from: '', to: '' });
  return (
    <div className="stack">
      <ListToolbar
        search={{
          label: `Search ${name}`,
          value: view.query,
          onSearch: (query) => onView({ query }),
        }}
        choices={<SortField section={section} by={by} dir={dir} onView={onView} />}
        fields={<ListDays {...days} />}
        filled={appliedDays(days)}
        onReset={showAll}
        total={found}
      >
        <span className="muted tabular" role="status">
          {found !== null && narrowed ? `${formatUnits(found)} found` : ''}
        </span>
      </ListToolbar>
      {rows.failed && <Failed onRetry={rows.retry}>{`${title} could not be loaded.`}</Failed>}
      {rows.loading && !rows.failed && <Skeleton shape="lines" count={8} label={`Loading ${title}`} />}
      {!rows.loading && rows.total === 0 && <NoRows name={name} onShowAll={narrowed ? showAll : null} />}
      {!rows.loading && rows.total > 0 && (
        <RowsTable
          caption={title}
          columns={columns}
          rows={rows}
          totals={totals}
          sort={{ by, dir }}
          onSort={(next) => onView({ sort: next, dir: by === next && dir === 'asc' ? 'desc' : 'asc' })}
          onRow={opens ? (row) => onRow(row.id) : undefined}
        />
      )}
    </div>
  );
}

/** `onShowAll` is null without a filter. */
const NoRows = ({ name, onShowAll }: { name: string; onShowAll: (() => void) | null }) => (
  <Empty
    icon="list"
    title={onShowAll ? `No ${name} match your search.` : `No ${name} yet`}
    action={onShowAll && <Button onClick={onShowAll}>Clear Filters</Button>}
  >
    {onShowAll ? 'Try different words, dates, a number or an email address.' : `New ${name} appear here.`}
  </Empty>
);

interface SortProps extends Pick<Props, 'section' | 'onView'> {
  by: string;
  dir: 'asc' | 'desc';
}

/** The named sort orders. A sort chosen by a column header shows as "By column". */
function SortField({ section: { title, orders }, by, dir, onView }: SortProps) {
  const value = `${by} ${dir}`;
  const isNamed = orders.some((order) => `${order.by} ${order.dir}` === value);
  return (
    <SelectField
      label={`Sort ${title.toLowerCase()}`}
      name="sort"
      value={value}
      onChange={(chosen) => {
        const [sort = '', way] = chosen.split(' ');
        onView({ sort, dir: way === 'asc' ? 'asc' : 'desc' });
      }}
      options={[
        ...orders.map((order) => ({ value: `${order.by} ${order.dir}`, label: order.label })),
        ...(isNamed ? [] : [{ value, label: 'By column' }]),
      ]}
    />
  );
}
