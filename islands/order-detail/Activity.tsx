import type { OrderActivity } from '../../server/orders/contract';
import { Timeline } from '../ui/timeline';
import { activityTitle, actorOf, statusTitle } from './activity-title';
import type { Order, SectionProps } from './order-page';

interface Props extends SectionProps {
  activity: readonly OrderActivity[];
}

/** The order's history and what happened below it, newest first. */
export const Activity = ({ order, activity }: Props) => {
  const { history, po_number } = order;
  const steps = history.map((entry, index) => ({
    id: `status-${index}`,
    at: entry.at,
    title: statusTitle(entry.status),
    body: (
      <>
        <By order={order} entry={entry} reason={entry.reason} />
        {entry.requested_by && <p className="muted small">Requested by {entry.requested_by.name}</p>}
      </>
    ),
  }));
  const acts = activity.map((entry, index) => ({
    id: `activity-${index}`,
    at: entry.at,
    title: activityTitle(entry),
    body: (
      <By
        order={order}
        entry={entry}
        reason={typeof entry.detail.reason === 'string' ? entry.detail.reason : null}
      />
    ),
  }));
  const entries = [...steps, ...acts].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <section className="card stack" aria-label="Activity">
      <h2>Activity</h2>
      <Timeline label={`Activity of ${po_number}`} entries={entries} />
    </section>
  );
};

interface ByProps {
  order: Order;
  entry: Pick<OrderActivity, 'actor' | 'event' | 'by'>;
  reason: string | null;
}

const By = ({ order, entry, reason }: ByProps) => (
  <p className="muted small">
    {actorOf(entry, order)}
    {reason && `: ${reason}`}
  </p>
);
