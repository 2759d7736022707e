import type { OrderHistoryRow } from '../tables';
import type { Tx } from '../transaction';
import { DAY_MS, daysBefore } from './days';
import { APPLICANTS, BUYERS, type Person, SELLER_APPLICANTS, SELLERS, STAFF } from './people';
import { insertAll } from './write';

interface Trail {
  readonly staffId: number;
  /** Returns a user's id by email. */
  readonly userIds: ReadonlyMap<string, number>;
  readonly orderHistory: readonly Pick<
    OrderHistoryRow,
    'purchase_order_id' | 'at' | 'actor' | 'event' | 'from_status' | 'to_status'
  >[];
}

const ANSWERED_WITHIN_DAYS = 0.3;

/** Audit rows of staff's decisions on people and orders. */
export async function writeAudit(
  tx: Tx,
  now: Date,
  { staffId, userIds, orderHistory }: Trail,
): Promise<void> {
  const actor = STAFF[0]?.email ?? '';
  const by = { actor_id: staffId, actor };
  const decided = (person: Person) => {
    const status = person.status === 'denied' ? 'denied' : 'approved';
    return {
      at: new Date(daysBefore(now, person.joined).getTime() + ANSWERED_WITHIN_DAYS * DAY_MS),
      ...by,
      action: status === 'denied' ? 'person.deny' : 'person.approve',
      subject_type: 'user',
      subject_id: userIds.get(person.email) ?? null,
      before: { status: 'provisional' },
      after: { status },
    };
  };
  const people = [...BUYERS, ...SELLERS, ...APPLICANTS, ...SELLER_APPLICANTS].filter(
    ({ status }) => status !== 'provisional',
  );
  const moved = orderHistory
    .filter((entry) => entry.actor === 'staff')
    .map(({ at, event, purchase_order_id, from_status, to_status }) => ({
      at,
      ...by,
      action: `order.${event}`,
      subject_type: 'purchase_order',
      subject_id: purchase_order_id,
      before: { status: from_status },
      after: { status: to_status },
    }));
  const trail = [...people.map(decided), ...moved].sort(
    (one, other) => one.at.getTime() - other.at.getTime(),
  );
  await insertAll(
    tx,
    'audit_log',
    trail.map((entry, index) => ({ id: index + 1, ...entry })),
  );
}
