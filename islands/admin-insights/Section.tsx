import { useId, useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import type { InsightsCounts } from '../../server/insights/counts-contract';
import { queryString } from '../kit/api';
import { Count } from '../kit/badge';
import { Empty, Failed } from '../kit/empty';
import { SelectField } from '../kit/field';
import { Icon } from '../kit/icon';
import { SearchField } from '../kit/inputs';
import { Skeleton } from '../kit/skeleton';
import { RowsTable } from './RowsTable';
import type { SectionKind } from './sections';
import { useRows } from './use-rows';

type Sort = { by: string; dir: 'asc' | 'desc' };
type Kind = SectionKind<{ id: number }>;

interface Props {
  section: Kind;
  counts: InsightsCounts;
  open: boolean;
  onToggle: () => void;
  onRow: (id: number) => void;
}

/** One of the five: folded at first, with its counts; its rows are fetched when it is opened. */
export function Section({ section, counts, open, onToggle, onRow }: Props) {
  const bodyId = useId();
  const first = section.orders[0] ?? { by: 'created_at', dir: 'desc' };
  const [sort, setSort] = useState<Sort>({ by: first.by, dir: first.dir });
  const [query, setQuery] = useState('');
  const asked = { ...(section.kind && { kind: section.kind }), ...(query && { query }) };
  const csv = queryString({ ...asked, sort: sort.by, dir: sort.dir });
  return (
    <section className="insight" aria-label={section.title}>
      <div className="insight-head">
        <h2>
          <button
            type="button"
            className="disclosure-button"
            aria-expanded={open}
            aria-controls={bodyId}
            onClick={onToggle}
          >
            {section.title}
            <Count value={formatUnits(section.count(counts))} />
            <Icon name="chevron-down" />
          </button>
        </h2>
        <span className="muted small insight-facts">{section.facts(counts).join(' · ')}</span>
        <a
          className="button small"
          href={`/admin/insights/download_csv/${section.resource}.csv?${csv}`}
          download={`${section.resource}.csv`}
          data-turbo="false"
        >
          <Icon name="download" />
          Download CSV
        </a>
      </div>
      <div id={bodyId} className="insight-body" hidden={!open}>
        {open && (
          <Rows
            section={section}
            sort={sort}
            onSort={setSort}
            query={query}
            onQuery={setQuery}
            onRow={onRow}
          />
        )}
      </div>
    </section>
  );
}

interface RowsProps {
  section: Kind;
  sort: Sort;
  onSort: (sort: Sort) => void;
  query: string;
  onQuery: (query: string) => void;
  onRow: (id: number) => void;
}

function Rows({ section, sort, onSort, query, onQuery, onRow }: RowsProps) {
  const { resource, kind, title, orders, columns, opens } = section;
  const rows = useRows<{ id: number }>({ resource, kind, query, sort: sort.by, dir: sort.dir });
  const value = `${sort.by} ${sort.dir}`;
  const known = orders.some(({ by, dir }) => `${by} ${dir}` === value);
  const byHeader = (by: string) => onSort({ by, dir: sort.by === by && sort.dir === 'asc' ? 'desc' : 'asc' });
  return (
    <div className="stack">
      <div className="table-tools">
        <SearchField label={`Search ${title.toLowerCase()}`} value={query} onSearch={onQuery} />
        <SelectField
          label={`Sort ${title.toLowerCase()}`}
          name="sort"
          value={value}
          onChange={(chosen) => {
            const [by = '', dir] = chosen.split(' ');
            onSort({ by, dir: dir === 'asc' ? 'asc' : 'desc' });
          }}
          options={[
            ...orders.map(({ label, by, dir }) => ({ value: `${by} ${dir}`, label })),
            ...(known ? [] : [{ value, label: 'By column' }]),
          ]}
        />
        <span className="muted tabular" role="status">
          {!rows.loading && query ? `${formatUnits(rows.total)} found` : ''}
        </span>
      </div>
      {rows.failed && <Failed onRetry={rows.retry}>{`${title} could not be loaded.`}</Failed>}
      {rows.loading && !rows.failed && <Skeleton shape="lines" count={8} label={`Loading ${title}`} />}
      {!rows.loading && rows.total === 0 && (
        <Empty icon="list" title={query ? 'Nothing matches.' : `No ${title.toLowerCase()} yet.`}>
          {query ? 'Try other words, a number or an email address.' : 'The first ones appear here.'}
        </Empty>
      )}
      {!rows.loading && rows.total > 0 && (
        <RowsTable
          caption={title}
          columns={columns}
          rows={rows}
          sort={sort}
          onSort={byHeader}
          onRow={opens ? (row) => onRow(row.id) : undefined}
        />
      )}
    </div>
  );
}
