import { useMemo } from 'react';
import type { Analytics, AnalyticsBucket } from '../../server/analytics/contract';
import { Chart } from '../ui/chart/chart';

const startOf = ({ from }: AnalyticsBucket) => Date.parse(from) / 1000;

/** Held between renders, because a chart draws again what is new to it. */
const toSeries = ({ series }: Analytics) => {
  const values = (of: (bucket: AnalyticsBucket) => number) => series.map(of);
  return {
    x: series.map(startOf),
    weeks: series.some(({ from, to }) => from !== to),
    views: [{ label: 'Views', values: values(({ views }) => views) }],
    offers: [
      { label: 'Submitted', values: values(({ offers }) => offers) },
      { label: 'Accepted', values: values(({ accepted }) => accepted), tone: 'green' as const },
    ],
    units: [{ label: 'Units', values: values(({ units_sold }) => Number(units_sold)) }],
    sales: [
      { label: 'Gross', values: values(({ gross_cents }) => gross_cents), tone: 'green' as const },
      { label: 'Net', values: values(({ net_cents }) => net_cents), tone: 'green' as const },
    ],
  };
};

export function Charts({ analytics }: { analytics: Analytics }) {
  const { x, weeks, views, offers, units, sales } = useMemo(() => toSeries(analytics), [analytics]);
  return (
    <div className="cols two strip">
      <Chart title="Views" x={x} weeks={weeks} series={views} />
      <Chart title="Offers" x={x} weeks={weeks} series={offers} />
      <Chart title="Units sold" x={x} weeks={weeks} series={units} />
      <Chart title="Sales" x={x} weeks={weeks} series={sales} format="dollars" />
    </div>
  );
}
