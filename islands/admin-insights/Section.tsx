import { useId, useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import type { InsightsCounts } from '../../server/insights/contract';
import { queryString } from '../browser/api';
import { Count } from '../ui/badge';
import { Icon } from '../ui/icon';
import { Rows } from './Rows';
import type { SectionKind } from './sections';
import { filtersOf, type SectionView } from './view';

type Kind = SectionKind<{ id: number }>;

interface Props {
  section: Kind;
  counts: InsightsCounts;
  view: SectionView;
  onView: (change: Partial<SectionView>) => void;
  open: boolean;
  onToggle: () => void;
  onRow: (id: number) => void;
}

/** A collapsible section with its counts; opening it fetches the rows. */
export function Section({ section, counts, view, onView, open, onToggle, onRow }: Props) {
  const bodyId = useId();
  const [found, setFound] = useState<number | null>(null);
  const { resource, kind, title } = section;
  const filters = filtersOf(view);
  const all = section.count(counts);
  // The file holds the rows of the current filter, in their current order.
  const rows = Object.keys(filters).length === 0 ? all : found;
  const csv = queryString({ ...(kind && { kind }), ...filters, sort: view.sort, dir: view.dir });
  return (
    <section className="insight" aria-label={title}>
      <div className="insight-head">
        <h2>
          <button
            type="button"
            className="disclosure-button"
            aria-expanded={open}
            aria-controls={bodyId}
            onClick={onToggle}
          >
            {title}
            <Count value={formatUnits(all)} />
            <Icon name="chevron-down" />
          </button>
        </h2>
        <span className="muted small insight-facts">{section.facts(counts).join(' · ')}</span>
        <Download resource={resource} query={csv} rows={rows} />
      </div>
      <div id={bodyId} className="insight-body" hidden={!open}>
        {open && <Rows section={section} view={view} onView={onView} onFound={setFound} onRow={onRow} />}
      </div>
    </section>
  );
}

interface DownloadProps {
  resource: Kind['resource'];
  query: string;
  /** The number of rows in the file; null while unknown. */
  rows: number | null;
}

const Download = ({ resource, query, rows }: DownloadProps) => (
  <a
    className="button small"
    href={`/admin/insights/download_csv/${resource}.csv?${query}`}
    download={`${resource}.csv`}
    data-turbo="false"
  >
    <Icon name="download" />
    <span>
      Download CSV
      {rows !== null && (
        <span className="muted tabular"> {rows === 1 ? '1 row' : `${formatUnits(rows)} rows`}</span>
      )}
    </span>
  </a>
);
