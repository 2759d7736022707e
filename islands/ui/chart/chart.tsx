import { useEffect, useMemo, useRef, useState } from 'react';
import { cents, compactDollars, formatUnits, shortDollars } from '../../../server/contract/money';
import { type Buckets, type Series, toBuckets, toWeeks } from './buckets';
import { draw } from './plot';

interface ChartProps {
  title: string;
  /** Start of each UTC day in unix seconds, ascending. */
  x: readonly number[];
  series: readonly Series[];
  /** `x` holds the starts of weeks instead. */
  weeks?: boolean | undefined;
  /** Dollars are passed as cents. */
  format?: 'count' | 'dollars' | undefined;
}

const toCents = (value: number) => cents(Math.max(0, Math.round(value)));
const toCount = (value: number) => formatUnits(Math.round(value));

const formats = {
  count: { value: toCount, axis: toCount, emptyTop: 1 },
  dollars: {
    value: (value: number) => shortDollars(toCents(value)),
    axis: (value: number) => compactDollars(toCents(value)),
    emptyTop: 10_000,
  },
};

/** Bars over days, or weeks of longer periods; the same values are in a table, which opens if drawing fails. */
export function Chart({ title, x, series, weeks, format = 'count' }: ChartProps) {
  const buckets = useMemo(() => (weeks ? toWeeks : toBuckets)(x, series), [x, series, weeks]);
  const { plot, at, failed } = usePlot(buckets, formats[format]);
  const formatValue = formats[format].value;
  return (
    <figure className="chart">
      <figcaption>
        {title}
        {series.length > 1 && <Legend series={series} />}
      </figcaption>
      <p className="chart-read" aria-hidden="true">
        {at === null ? `Per ${buckets.unit}, UTC` : readout(buckets, at, formatValue)}
      </p>
      {failed ? (
        <p className="notice small">The chart could not be drawn. The table has the same figures.</p>
      ) : (
        <div className="chart-plot" ref={plot} aria-hidden="true" />
      )}
      <details open={failed}>
        <summary>View as table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className="chart-table" aria-label={`${title}, newest ${buckets.unit} first`} tabIndex={0}>
          <BucketTable buckets={buckets} formatValue={formatValue} />
        </section>
      </details>
    </figure>
  );
}

function usePlot(buckets: Buckets, { axis: axisText, emptyTop }: (typeof formats)[keyof typeof formats]) {
  const plot = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const element = plot.current;
    if (!element || buckets.x.length === 0) return;
    let gone = false;
    let destroy = () => {};
    draw(element, { buckets, axisText, emptyTop, onPoint: setAt }).then(
      (end) => {
        if (gone) end();
        else destroy = end;
      },
      () => setFailed(true),
    );
    return () => {
      gone = true;
      destroy();
    };
  }, [buckets, axisText, emptyTop]);
  return { plot, at, failed };
}

const readout = ({ names, series }: Buckets, index: number, formatValue: (value: number) => string) =>
  [names[index], ...series.map(({ label, values }) => `${label} ${formatValue(values[index] ?? 0)}`)].join(
    ' · ',
  );

const Legend = ({ series }: Pick<ChartProps, 'series'>) => (
  <ul className="chart-legend">
    {series.map(({ label, tone }) => (
      <li key={label} className={tone}>
        {label}
      </li>
    ))}
  </ul>
);

interface TableProps {
  buckets: Buckets;
  formatValue: (value: number) => string;
}

function BucketTable({ buckets: { unit, x, names, series }, formatValue }: TableProps) {
  const rows = x.map((seconds, index) => (
    <tr key={seconds}>
      <th scope="row">{names[index]}</th>
      {series.map(({ label, values }) => (
        <td key={label} className="num">
          {formatValue(values[index] ?? 0)}
        </td>
      ))}
    </tr>
  ));
  return (
    <table className="table dense">
      <thead>
        <tr>
          <th scope="col">{unit === 'day' ? 'Day' : 'Week'}</th>
          {series.map(({ label }) => (
            <th key={label} scope="col" className="num">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows.toReversed()}</tbody>
    </table>
  );
}
