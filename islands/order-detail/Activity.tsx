import { orderStatusLabels } from '../../server/orders/contract';
import type { OrderActivity } from '../../server/orders/fulfilment-contract';
import { byOf } from '../my-orders/wording';
import { Timeline } from '../ui/timeline';
import { activityTitle } from './activity-title';
import type { SectionProps } from './order-page';

interface Props extends SectionProps {
  activity: readonly OrderActivity[];
}

/** The order's history and what happened below it, newest first. */
export const Activity = ({ order: { history, po_number }, activity }: Props) => {
  const steps = history.map((entry, index) => ({
    id: `status-${index}`,
    at: entry.at,
    title: orderStatusLabels[entry.status],
    body: <By entry={entry} reason={entry.reason} />,
  }));
  const acts = activity.map((entry, index) => ({
    id: `activity-${index}`,
    at: entry.at,
    title: activityTitle(entry),
    body: <By entry={entry} reason={typeof entry.detail.reason === 'string' ? entry.detail.reason : null} />,
  }));
  const entries = [...steps, ...acts].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <section className="stack" aria-label="Activity">
      <h2>Activity</h2>
      <Timeline label={`Activity of ${po_number}`} entries={entries} />
    </section>
  );
};

const By = ({ entry, reason }: { entry: Parameters<typeof byOf>[0]; reason: string | null }) => (
  <p className="muted small">
    {byOf(entry)}
    {reason && `: ${reason}`}
  </p>
);
