import { formatUnits } from '../../server/contract/money';
import { type StuckCount, stuckBoard } from '../../server/insights/stuck/contract';
import { call } from '../browser/api';
import { Badge } from '../ui/badge';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';

const byGroup = (counts: readonly StuckCount[]) => {
  const groups = new Map<string, StuckCount[]>();
  for (const count of counts) groups.set(count.group, [...(groups.get(count.group) ?? []), count]);
  return [...groups];
};

export const useStuckBoard = () => usePreloaded<StuckCount[]>(undefined, () => call(stuckBoard, {}));

export function StuckBoard({ board }: { board: ReturnType<typeof useStuckBoard> }) {
  const [counts, refetch, { failed }] = board;
  const waiting = counts?.filter(({ count }) => count > 0);
  return (
    <section className="section" aria-label="Needs attention" id="waiting">
      <div className="section-head">
        <h2>Needs attention</h2>
      </div>
      {failed && <Failed onRetry={refetch}>This list could not be loaded.</Failed>}
      {!counts && !failed && <Skeleton shape="lines" label="Loading items that need attention" />}
      {waiting?.length === 0 && <p className="muted">Nothing needs attention.</p>}
      <div className="stuck-board">
        {byGroup(waiting ?? []).map(([group, rows]) => (
          <GroupCard key={group} group={group} rows={rows} />
        ))}
      </div>
    </section>
  );
}

/** The cards of orders are headed by a status alone. */
const isOrders = (rows: readonly StuckCount[]) => rows.every(({ kind }) => kind.startsWith('orders-'));

const GroupCard = ({ group, rows }: { group: string; rows: readonly StuckCount[] }) => (
  <div className="card">
    <div className="card-body stack tight">
      <h3>
        {isOrders(rows) && <span className="eyebrow">Orders</span>}
        {group}
      </h3>
      <ul className="plain-list">
        {rows.map(({ kind, label, count }) => (
          <li key={kind}>
            <a href={`/admin/insights/stuck/${kind}`}>
              {label}
              <Badge tone="yellow">{formatUnits(count)}</Badge>
            </a>
          </li>
        ))}
      </ul>
    </div>
  </div>
);
