import { useEffect } from 'react';
import {
  type Analytics,
  type AnalyticsDays,
  type AnalyticsProps,
  analyticsDays,
  DEFAULT_DAYS,
  type sellerAnalytics,
  showAnalytics,
} from '../../server/analytics/contract';
import type { PropsOf } from '../../server/contract/island';
import { showDashboard } from '../../server/sellers/contract';
import { call, queryString } from '../browser/api';
import { useAddress } from '../browser/use-address';
import { Dashboard } from '../dashboard/Dashboard';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { SegmentedControl } from '../ui/segmented';
import { Charts } from './Charts';
import { ProductFiguresTable } from './ProductFiguresTable';
import { Totals } from './Totals';

const PATH = '/dashboard/analytics';

// A type, because an interface has no index signature.
type Shown = {
  days: AnalyticsDays;
  product_id: number;
};

const PERIODS = analyticsDays.map((value) => ({ value, label: `${value} days` }));

const ALL: Shown = { days: DEFAULT_DAYS, product_id: 0 };

const queryOf = ({ days, product_id }: Shown) => ({ days, ...(product_id > 0 && { product_id }) });

async function load(shown: Shown): Promise<AnalyticsProps> {
  const [{ frame }, analytics] = await Promise.all([
    call(showDashboard, {}),
    call(showAnalytics, {}, undefined, queryOf(shown)),
  ]);
  if (!frame) throw new Error('Only sellers have analytics');
  return { frame, analytics };
}

/** Without props, as in an element that another page holds, the address tells what to show. */
function shownIn({ analytics }: Partial<AnalyticsProps>): Shown {
  if (analytics) return { days: analytics.days, product_id: analytics.product?.id ?? 0 };
  if (typeof location === 'undefined') return ALL;
  const asked = new URLSearchParams(location.search);
  return {
    days: analyticsDays.find((days) => String(days) === asked.get('days')) ?? DEFAULT_DAYS,
    product_id: Number(/^\d{1,9}$/.exec(asked.get('product_id') ?? '')?.[0] ?? 0),
  };
}

export default function SellerAnalytics(props: PropsOf<typeof sellerAnalytics>) {
  const given = props.frame && props.analytics ? (props as AnalyticsProps) : undefined;
  const { asked, latest, choose } = useAddress(PATH, ALL, shownIn(props));
  const [loaded, refetch, { failed }] = usePreloaded(given, () => load(latest.current));
  const isCurrent = loaded?.analytics.days === asked.days;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another period needs other figures
  useEffect(() => {
    if (loaded && !isCurrent) void refetch();
  }, [asked.days]);
  if (!loaded)
    return failed ? (
      <Failed onRetry={refetch}>Your analytics could not be loaded.</Failed>
    ) : (
      <Skeleton shape="detail" label="Loading your analytics" />
    );
  const { analytics, frame } = loaded;
  return (
    <Dashboard
      frame={frame}
      tab="analytics"
      title="Analytics"
      lede="How buyers find your products, make offers and buy."
      actions={
        <>
          <SegmentedControl
            label="Period"
            choices={PERIODS}
            value={asked.days}
            onChange={(days) => void choose({ days })}
          />
          <Button
            icon="download"
            className="list-bar-export"
            href={`/seller/analytics.csv?${queryString(queryOf(asked))}`}
          >
            Export CSV
          </Button>
        </>
      }
    >
      <div className="stack">
        {analytics.product && <OneProduct {...analytics.product} days={asked.days} />}
        {failed && <Failed onRetry={refetch}>This period could not be loaded.</Failed>}
        {!failed && <Figures analytics={analytics} busy={!isCurrent} />}
      </div>
    </Dashboard>
  );
}

const OneProduct = ({ name, days }: { name: string; days: AnalyticsDays }) => (
  <div className="analytics-product">
    <a href={days === DEFAULT_DAYS ? PATH : `${PATH}?days=${days}`}>All products</a>
    <h2>{name}</h2>
  </div>
);

const isEmpty = ({ totals, products }: Analytics) => products.length === 0 && totals.views === 0;

function Figures({ analytics, busy }: { analytics: Analytics; busy: boolean }) {
  if (isEmpty(analytics))
    return (
      <Empty
        icon="search"
        title="Nothing to show yet"
        action={<Button href="/dashboard">Manage Products</Button>}
      >
        Views and offers appear here once buyers find your products.
      </Empty>
    );
  return (
    <div className={busy ? 'stack analytics-busy' : 'stack'} aria-busy={busy || undefined}>
      <Totals analytics={analytics} />
      <Charts analytics={analytics} />
      {!analytics.product && <ProductFiguresTable products={analytics.products} days={analytics.days} />}
    </div>
  );
}
