import { clsx } from 'clsx';
import { useState } from 'react';
import type { AdminPurchaseOrder, AdminPurchaseOrders } from '../../server/orders/staff/contract';
import { SteadyRegion, useSteadyList } from '../live/steady/list';
import { EmptyList } from '../ui/lists/empty-list';
import { type Column, Table } from '../ui/table';
import { Bulk } from './Bulk';
import { choiceColumn, idsOf, type Row, useOrderColumns } from './columns';
import { OpenedOrder } from './OpenedOrder';
import { Transitions } from './Transitions';
import { useOrderEvents } from './use-order-events';

const versionOf = ({ attributes: { version, payment_flag } }: AdminPurchaseOrder) =>
  `${version} ${payment_flag}`;

export interface OrdersProps {
  list: AdminPurchaseOrders;
  /** Identifies the filter: another scope replaces all rows at once. */
  scope: string;
  isFiltered: boolean;
  busy: boolean;
  onChange: () => Promise<unknown>;
  /** The order whose panel is open; 0 for none. */
  opened: number;
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** The rows with their actions. Live changes do not move a row that is in use. */
export function Orders(props: OrdersProps) {
  const { list, scope, isFiltered, busy, onChange, opened, onOpen } = props;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { busyWith, applyEvent } = useOrderEvents(onChange);
  const columns = useOrderColumns({ opened, onOpen });
  const steady = useSteadyList({
    source: list,
    scope,
    entries: list.data.map((item) => ({ key: item.id, place: '', version: versionOf(item), item })),
  });
  const orders = steady.rows.filter(({ hasLeft }) => !hasLeft).map(({ item }) => item.attributes);
  const actions: Column<Row> = {
    key: 'actions',
    head: 'Action',
    headHidden: true,
    line: 'actions',
    cell: ({ key, item: { attributes }, hasLeft, before }) =>
      hasLeft ? (
        <p className="left-reason tiny">No longer in this list</p>
      ) : (
        <Transitions
          order={before?.attributes ?? attributes}
          busy={busyWith(attributes.id)}
          pressed={() => steady.pressed(key)?.item.attributes ?? null}
          onEvent={(order, event, details) => steady.act(key, () => applyEvent(order, event, details))}
          folded
        />
      ),
  };
  const rowClass = ({ hasLeft, changedAt, item: { attributes } }: Row) =>
    clsx(
      hasLeft && 'left',
      changedAt > 0 && 'flash',
      (chosen.has(attributes.id) || opened === attributes.id) && 'selected',
    );
  return (
    <div className="with-panel">
      <div>
        <SteadyRegion list={steady} noun="order">
          <Table
            caption="Purchase orders"
            rows={steady.rows}
            rowKey={({ key }) => key}
            onRow={({ item: { attributes } }) => onOpen(attributes.id)}
            dense
            stickyHead
            lines="wide"
            rowClass={rowClass}
            busy={busy}
            empty={<EmptyList icon="box" noun="orders" isFiltered={isFiltered} />}
            columns={[choiceColumn({ chosen, orders, onChosen: setChosen }), ...columns, actions]}
          />
        </SteadyRegion>
        <Bulk
          chosen={orders.filter(({ id }) => chosen.has(id))}
          onChooseAll={() => setChosen(idsOf(orders))}
          onChooseNone={() => setChosen(new Set())}
          onDone={() => void onChange()}
        />
      </div>
      {opened !== 0 && <OpenedOrder {...props} orders={orders} busyWith={busyWith} applyEvent={applyEvent} />}
    </div>
  );
}
